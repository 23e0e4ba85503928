import {
  type Ref,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useToken } from "@/api/session";
import { compact } from "@/lib/compact";
import { KINDS, type Memory } from "@/memory/kinds";
import { archive } from "./acts";
import type { AddKind } from "./add/kinds";
import type { FocusTarget, Spot } from "./cell";
import { EmptyShelf } from "./empty-shelf";
import { Grid } from "./grid";
import { GridSkeleton } from "./grid-skeleton";
import { LiveList } from "./live-list";
import type { TabId } from "./model";
import { NothingFits } from "./nothing-fits";
import { EVERYTHING, isEverything, ofKind, searchOf } from "./query";
import { useSelection } from "./selection/use-selection";
import { useTurn, useUpkeep } from "./shelf-data";
import type { ShelfParts } from "./shelf-parts";
import { tellShown } from "./shown-list";
import { Tabs, tabElementId } from "./tabs";
import { useListed } from "./use-listed";
import { usePlace } from "./use-place";
import { useQuery } from "./use-query";
import "./memories.css";

const PANEL = "memory-panel";

export type ShelfHandle = {
  /** Brings the memories into view and gives them the focus. */
  visit: () => void;
  choose: (tab: TabId) => void;
};

export type ShelfProps = {
  ref?: Ref<ShelfHandle>;
  /** What it stands in. */
  section: RefObject<HTMLElement | null>;
  /** What narrows the list, and what selected cards are given to. */
  parts?: ShelfParts;
  onAdd: (kind?: AddKind) => void;
  onDelete: (id: string) => void;
  onRefresh: (memory: Memory) => void;
};

/** Tabs and filters over a grid. */
export function Shelf({ ref, section, parts = NO_PARTS, onAdd, onDelete, onRefresh }: ShelfProps) {
  const token = useToken();
  const { Bar, Found, Bulk, importPath } = parts;
  const { query, setQuery } = useQuery();
  const list = searchOf(query);
  const { tab, setTab, spot, there, returned: place } = usePlace(useTurn(), list);
  const scope = tab === "spaces" ? "all" : tab;
  const kind = tab === "spaces" || tab === "all" ? undefined : tab;
  const everything = isEverything(query);
  const { memories, counts, returned, failed, renderMore } = useListed(scope, query, place?.anchor?.id);
  const shown = memories ?? NOTHING;
  const { focusTarget, setFocusTarget, deleteFrom, archiveFrom } = useFocus(shown, returned, onDelete);
  const selecting = useSelection(shown, tab + list);
  const panel = useRef<HTMLDivElement>(null);
  useUpkeep();

  useListTop(tab + list, place !== undefined, section, spot);
  useShownList(everything && scope === "all" ? undefined : memories);
  useLostFocus(section, `${tab}${list}${selecting.on}`);
  const choose = useCallback(
    (tab: TabId) => {
      compact();
      setTab(tab);
    },
    [setTab],
  );
  useImperativeHandle(ref, () => ({ visit: () => visit(section.current), choose }), [section, choose]);
  const isEmpty = everything && memories !== undefined && counts?.all === 0;
  useEffect(() => {
    if (!isEmpty || !focusTarget) return;
    panel.current?.querySelector("button")?.focus({ preventScroll: true });
    setFocusTarget(undefined);
  }, [isEmpty, focusTarget, setFocusTarget]);

  const count = counts?.[scope];
  const waits = !failed && (memories === undefined || (everything && !there));
  const narrows = { query, onQuery: setQuery, kind };
  return (
    <>
      <div className="shelf-head">
        <Tabs chosen={tab} counts={counts ?? {}} onChoose={choose} panelId={PANEL} query={query} onQuery={setQuery} />
        {!isEmpty && tab !== "spaces" && (
          <div className="filters-room">
            <Suspense fallback={null}>
              <Bar
                {...narrows}
                selecting={selecting.on}
                onSelecting={(on) => (on ? selecting.begin() : selecting.end())}
              />
            </Suspense>
          </div>
        )}
      </div>
      <div
        key={tab + list}
        ref={panel}
        className="shelf-pane"
        role="tabpanel"
        id={PANEL}
        aria-labelledby={tabElementId(tab)}
        // Nothing in it takes the focus, so it does so itself.
        tabIndex={tab === "spaces" ? 0 : undefined}
      >
        {!everything && tab !== "spaces" && (
          <Suspense fallback={<p className="found" />}>
            <Found {...narrows} count={count} />
          </Suspense>
        )}
        {tab === "spaces" ? (
          <p className="shelf-quiet">Spaces coming soon...</p>
        ) : waits ? (
          <GridSkeleton />
        ) : isEmpty ? (
          <EmptyShelf onAdd={onAdd} importPath={importPath} />
        ) : !everything && (failed || count === 0) ? (
          <NothingFits failed={failed} onClear={() => setQuery(EVERYTHING)} />
        ) : (
          <>
            <Grid
              memories={shown}
              count={count ?? 0}
              spot={spot}
              focusTarget={focusTarget}
              onFocusTarget={setFocusTarget}
              selecting={selecting}
              {...(everything && { onAdd })}
              onDelete={deleteFrom}
              onArchive={archiveFrom}
              onRefresh={onRefresh}
              renderMore={renderMore}
            />
            {everything && kind && count === 0 && <p className="shelf-quiet">{KINDS[kind].empty}</p>}
          </>
        )}
      </div>
      {selecting.on && (
        <Suspense fallback={null}>
          <Bulk selecting={selecting} count={count ?? shown.length} query={ofKind(query, kind)} onDelete={deleteFrom} />
        </Suspense>
      )}
      {token && (
        <Suspense fallback={null}>
          <LiveList />
        </Suspense>
      )}
    </>
  );
}

const NOTHING: readonly Memory[] = [];
const none = () => null;
const NO_PARTS: ShelfParts = { Bar: none, Found: none, Bulk: none, importPath: "" };

/** Another list is shown from its beginning, unless the reader comes back to it. */
function useListTop(list: string, returned: boolean, section: RefObject<HTMLElement | null>, spot: RefObject<Spot>) {
  const last = useRef(list);
  useLayoutEffect(() => {
    if (last.current === list) return;
    last.current = list;
    if (returned) return;
    spot.current = {};
    if ((section.current?.getBoundingClientRect().top ?? 0) < 0)
      section.current?.scrollIntoView({ behavior: "instant" });
  }, [list, returned, section, spot]);
}

/** Tells which memories are shown, while they are; undefined where those are all. */
function useShownList(memories: readonly Memory[] | undefined) {
  useEffect(() => {
    tellShown(memories?.map(({ _id }) => _id));
    return () => tellShown(undefined);
  }, [memories]);
}

/** Gives the section the focus where what had it is gone with what the page showed. */
function useLostFocus(section: RefObject<HTMLElement | null>, shown: string) {
  const last = useRef(shown);
  useLayoutEffect(() => {
    if (last.current === shown) return;
    last.current = shown;
    if (document.activeElement === document.body) section.current?.focus({ preventScroll: true });
  }, [section, shown]);
}

function visit(section: HTMLElement | null): void {
  // Compact first: the target would move during the scroll.
  compact();
  const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  section?.scrollIntoView({ behavior: still ? "instant" : "smooth" });
  section?.focus({ preventScroll: true });
}

/**
 * Moves the focus when the focused card leaves the list: to the next card, so that the keyboard does not start over. A
 * restored memory gets it back.
 */
function useFocus(shown: readonly Memory[], returned: { id: string } | undefined, onDelete: (id: string) => void) {
  const [focusTarget, setFocusTarget] = useState<FocusTarget>();
  const [seen, setSeen] = useState(returned);
  if (returned && seen !== returned) {
    setSeen(returned);
    setFocusTarget({ id: returned.id, part: "card" });
  }
  const list = useRef(shown);
  useLayoutEffect(() => {
    list.current = shown;
  }, [shown]);
  const passOn = useCallback((id: string) => {
    const at = list.current.findIndex(({ _id }) => _id === id);
    const successor = list.current[at + 1] ?? list.current[at - 1];
    const holder = document.activeElement?.closest<HTMLElement>("[data-memory]");
    if (holder?.dataset.memory === id) {
      const part = document.activeElement?.matches(".erase") ? "erase" : "card";
      setFocusTarget({ id: successor?._id ?? "", part });
    }
  }, []);
  const deleteFrom = useCallback(
    (id: string) => {
      passOn(id);
      onDelete(id);
    },
    [passOn, onDelete],
  );
  const archiveFrom = useCallback(
    (memory: Memory) => {
      passOn(memory._id);
      archive(memory);
    },
    [passOn],
  );
  return { focusTarget, setFocusTarget, deleteFrom, archiveFrom };
}
