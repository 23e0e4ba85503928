import {
  type ComponentType,
  lazy,
  type Ref,
  Suspense,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from "react";
import { useToken } from "@/api/session";
import type { AddKind } from "./add/kinds";
import { useMemories, useSought } from "./api";
import { EmptyShelf } from "./empty-shelf";
import { Grid } from "./grid";
import { GridSkeleton } from "./grid-skeleton";
import { countsOf, idsOf, type Memory, memoriesOf, type TabId } from "./model";
import { Tabs, tabElementId } from "./tabs";
import "./memories.css";

const PANEL = "memory-panel";
const NOTHING: readonly Memory[] = [];

// What follows the changes is needed once the list is there, and by nobody who is not signed in. A list without it is
// asked for on a beat.
const Live = lazy<ComponentType>(() =>
  import("./live/live").catch((error) => {
    console.error("loading what follows the changes failed", error);
    return { default: () => null };
  }),
);

export type ShelfHandle = {
  /** Brings the memories into view and gives them the focus. */
  visit: () => void;
  choose: (tab: TabId) => void;
};

type Props = {
  ref?: Ref<ShelfHandle>;
  onAdd: (kind?: AddKind) => void;
  onDelete: (id: string) => void;
  onRefresh: (memory: Memory) => void;
};

/** The memories of the page: tabs over a grid. */
export function Shelf({ ref, onAdd, onDelete, onRefresh }: Props) {
  const token = useToken();
  const { memories, failed } = useMemories();
  const all = memories ?? NOTHING;
  const { sought, onLed } = useSoughtAmong(memories);
  const [tab, setTab] = useTab(all, sought);
  const counts = useMemo(() => (memories ? countsOf(memories) : {}), [memories]);
  const shown = useMemo(() => memoriesOf(tab, all), [tab, all]);
  const { panelRef, deleteFrom } = useFocusAfterDelete(shown, onDelete);
  useImperativeHandle(ref, () => ({ visit: () => {}, choose: setTab }), [setTab]);
  const waiting = memories === undefined && !failed;

  return (
    <section className="shelf" id="memories" aria-labelledby="memories-heading" tabIndex={-1}>
      <h2 className="vh" id="memories-heading">
        Your memories
      </h2>
      <Tabs chosen={tab} counts={counts} onChoose={setTab} panelId={PANEL} />
      <div
        key={tab}
        ref={panelRef}
        className="shelf-pane"
        role="tabpanel"
        id={PANEL}
        aria-labelledby={tabElementId(tab)}
        // Nothing in it takes the focus, so it does so itself.
        tabIndex={tab === "spaces" ? 0 : undefined}
      >
        {tab === "spaces" ? (
          <p className="shelf-quiet">Spaces coming soon...</p>
        ) : waiting ? (
          <GridSkeleton />
        ) : memories?.length === 0 ? (
          <EmptyShelf onAdd={onAdd} />
        ) : (
          <Grid
            memories={shown}
            sought={sought}
            onLed={onLed}
            onAdd={onAdd}
            onDelete={deleteFrom}
            onRefresh={onRefresh}
          />
        )}
      </div>
      {token && (
        <Suspense fallback={null}>
          <Live />
        </Suspense>
      )}
    </section>
  );
}

/** The memory to lead to, if it is among those of the list. One that a known list lacks is sought no longer. */
function useSoughtAmong(memories: readonly Memory[] | undefined) {
  const { sought, seek } = useSought();
  const onLed = useCallback(() => seek(undefined), [seek]);
  const there = memories?.some(({ _id }) => _id === sought);
  useEffect(() => {
    if (sought !== undefined && there === false) onLed();
  }, [sought, there, onLed]);
  return { sought: there ? sought : undefined, onLed };
}

/** The chosen tab. It falls back to All Memories when a memory comes, goes or is sought, not when one merely changes. */
function useTab(memories: readonly Memory[], sought: string | undefined) {
  const ids = useMemo(() => idsOf(memories), [memories]);
  const [seen, setSeen] = useState(ids);
  const [tab, setTab] = useState<TabId>("all");
  if (seen !== ids || (sought !== undefined && tab !== "all")) {
    setSeen(ids);
    setTab("all");
  }
  return [tab, setTab] as const;
}

/**
 * A deleted card takes the focus with it: the card that stood next gets it, or the way to add one when it was the last,
 * so that the keyboard does not start over.
 */
function useFocusAfterDelete(shown: readonly Memory[], onDelete: (id: string) => void) {
  const panelRef = useRef<HTMLDivElement>(null);
  const successor = useRef<string>(undefined);

  const deleteFrom = useCallback(
    (id: string) => {
      const at = shown.findIndex((memory) => memory._id === id);
      successor.current = (shown[at + 1] ?? shown[at - 1])?._id ?? "";
      onDelete(id);
    },
    [shown, onDelete],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: the card is gone once the list is another.
  useEffect(() => {
    const id = successor.current;
    if (id === undefined || document.activeElement !== document.body) return;
    successor.current = undefined;
    const cell = [...(panelRef.current?.querySelectorAll<HTMLElement>("[data-memory]") ?? [])].find(
      ({ dataset }) => dataset.memory === id,
    );
    const next = cell?.querySelector<HTMLElement>(".erase") ?? panelRef.current?.querySelector("button");
    next?.focus({ preventScroll: true });
  }, [shown]);

  return { panelRef, deleteFrom };
}
