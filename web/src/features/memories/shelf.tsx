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
import type { AddKind } from "./add/kinds";
import { useMemories } from "./api";
import type { FocusTarget, Spot } from "./cell";
import { EmptyShelf } from "./empty-shelf";
import { Grid } from "./grid";
import { GridSkeleton } from "./grid-skeleton";
import { LiveList } from "./live-list";
import type { TabId } from "./model";
import { useShelfList, useTurn, useUpkeep } from "./shelf-data";
import { Tabs, tabElementId } from "./tabs";
import { usePlace } from "./use-place";
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
  onAdd: (kind?: AddKind) => void;
  onDelete: (id: string) => void;
  onRefresh: (memory: Memory) => void;
};

/** Tabs over a grid. */
export function Shelf({ ref, section, onAdd, onDelete, onRefresh }: ShelfProps) {
  const token = useToken();
  const { memories, failed } = useMemories();
  const turn = useTurn();
  const { tab, setTab, spot, there } = usePlace(turn);
  const scope = tab === "spaces" ? "all" : tab;
  const { shown, counts, returned } = useShelfList(scope);
  const { focusTarget, setFocusTarget, deleteFrom } = useFocus(shown, returned, onDelete);
  const panel = useRef<HTMLDivElement>(null);
  useUpkeep();

  useTabTop(tab, section, spot);
  const choose = useCallback(
    (tab: TabId) => {
      compact();
      setTab(tab);
    },
    [setTab],
  );
  useImperativeHandle(ref, () => ({ visit: () => visit(section.current), choose }), [section, choose]);
  const isEmpty = memories?.length === 0 && counts.all === 0;
  useEffect(() => {
    if (!isEmpty || !focusTarget) return;
    panel.current?.querySelector("button")?.focus({ preventScroll: true });
    setFocusTarget(undefined);
  }, [isEmpty, focusTarget, setFocusTarget]);

  return (
    <>
      <Tabs chosen={tab} counts={memories ? counts : {}} onChoose={choose} panelId={PANEL} />
      <div
        key={tab}
        ref={panel}
        className="shelf-pane"
        role="tabpanel"
        id={PANEL}
        aria-labelledby={tabElementId(tab)}
        // Nothing in it takes the focus, so it does so itself.
        tabIndex={tab === "spaces" ? 0 : undefined}
      >
        {tab === "spaces" ? (
          <p className="shelf-quiet">Spaces coming soon...</p>
        ) : !failed && (memories === undefined || !there) ? (
          <GridSkeleton />
        ) : isEmpty ? (
          <EmptyShelf onAdd={onAdd} />
        ) : (
          <>
            <Grid
              memories={shown}
              scope={scope}
              count={counts[scope]}
              spot={spot}
              focusTarget={focusTarget}
              onFocusTarget={setFocusTarget}
              onAdd={onAdd}
              onDelete={deleteFrom}
              onRefresh={onRefresh}
            />
            {tab !== "all" && counts[tab] === 0 && <p className="shelf-quiet">{KINDS[tab].empty}</p>}
          </>
        )}
      </div>
      {token && (
        <Suspense fallback={null}>
          <LiveList />
        </Suspense>
      )}
    </>
  );
}

/** Another tab is shown from its beginning. */
function useTabTop(tab: TabId, section: RefObject<HTMLElement | null>, spot: RefObject<Spot>) {
  const last = useRef(tab);
  useLayoutEffect(() => {
    if (last.current === tab) return;
    last.current = tab;
    spot.current = {};
    if ((section.current?.getBoundingClientRect().top ?? 0) < 0)
      section.current?.scrollIntoView({ behavior: "instant" });
  }, [tab, section, spot]);
}

function visit(section: HTMLElement | null): void {
  // Compact first: the target would move during the scroll.
  compact();
  const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  section?.scrollIntoView({ behavior: still ? "instant" : "smooth" });
  section?.focus({ preventScroll: true });
}

/**
 * Moves the focus when the focused card is deleted: to the next card, so that the keyboard does not start over. A restored
 * memory gets it back.
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
  const deleteFrom = useCallback(
    (id: string) => {
      const at = list.current.findIndex(({ _id }) => _id === id);
      const successor = list.current[at + 1] ?? list.current[at - 1];
      const holder = document.activeElement?.closest<HTMLElement>("[data-memory]");
      if (holder?.dataset.memory === id) {
        const part = document.activeElement?.matches(".erase") ? "erase" : "card";
        setFocusTarget({ id: successor?._id ?? "", part });
      }
      onDelete(id);
    },
    [onDelete],
  );
  return { focusTarget, setFocusTarget, deleteFrom };
}
