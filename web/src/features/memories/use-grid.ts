import { defaultRangeExtractor, measureElement, type Range, useWindowVirtualizer } from "@tanstack/react-virtual";
import {
  type CSSProperties,
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { GAP } from "./card-width";
import type { Cell, Spot } from "./cell";
import { useAnchor } from "./use-anchor";

/** The overscan above and below the window: cards in all lanes together, and at least this many rows per lane. */
const CARDS_AHEAD = 12;
const ROWS_AHEAD = 3;
/** The delay before overscan grows, in milliseconds. It halves the time in which a phone shows the first cards. */
const REST = 300;

/**
 * Lays cells out in lanes, each in the shortest, while the document keeps reading order. Renders the cells near the window
 * and those that must stay mounted.
 */
export function useGrid(cells: readonly Cell[], columns: number, spot: RefObject<Spot>, kept: readonly string[]) {
  const list = useRef<HTMLUListElement>(null);
  const top = useTop(list);
  const indexes = useMemo(() => new Map(cells.map(({ id }, index) => [id, index])), [cells]);
  const { held, drawn } = useHeld(columns, list);
  const keptIndexes = [...new Set([...kept, ...held])].flatMap((id) => indexes.get(id) ?? []);
  const virtualizer = useWindowVirtualizer<HTMLLIElement>({
    count: cells.length,
    lanes: columns,
    laneAssignmentMode: "measured",
    gap: GAP,
    // overscan counts rows per lane.
    overscan: useRested() ? Math.max(ROWS_AHEAD, Math.ceil(CARDS_AHEAD / columns)) : 1,
    scrollMargin: top,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    estimateSize: (index) => cells[index]?.estimate ?? 0,
    getItemKey: useCallback((index: number) => cells[index]?.id ?? index, [cells]),
    // A hidden element has no height, so the estimate is better.
    measureElement: (element, entry, grid) =>
      measureElement(element, entry, grid) || grid.options.estimateSize(grid.indexFromElement(element)),
    rangeExtractor: (range) => withKept(range, keptIndexes),
    useFlushSync: false,
  });
  // Scroll anchoring is done by useAnchor, which knows the lanes.
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = () => false;

  const laidOut = useRef(cells);
  if (laidOut.current !== cells) {
    // The virtualizer remembers lanes by index. From the first changed cell on, they are assigned again.
    const changed = cells.findIndex(({ id }, index) => laidOut.current[index]?.id !== id);
    // biome-ignore lint/complexity/useLiteralKeys: it is a private field; docs/adr/0035 says why there is no other way.
    const columnOf = virtualizer["laneAssignments"];
    for (const index of columnOf.keys()) if (changed >= 0 && index >= changed) columnOf.delete(index);
    laidOut.current = cells;
  }

  const items = virtualizer.getVirtualItems();
  const measure = virtualizer.measureElement;
  useLayoutEffect(() => {
    drawn.current = items.map(({ key }) => String(key));
  });
  useLayoutEffect(() => {
    // Another width makes every card another height.
    if (columns > 0) for (const cell of list.current?.children ?? []) measure(cell as HTMLLIElement);
  }, [columns, measure]);
  useAnchor(virtualizer, indexes, top, spot);

  const styleOf = ({ lane, start }: { lane: number; start: number }): CSSProperties => ({
    width: `calc((100% - ${(columns - 1) * GAP}px) / ${columns})`,
    left: `calc((100% + ${GAP}px) / ${columns} * ${lane})`,
    top: start - top,
  });
  return { list, virtualizer, items, height: virtualizer.getTotalSize(), styleOf, indexes };
}

/** Returns true once the first cards have been shown for a moment. */
function useRested(): boolean {
  const [rested, setRested] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setRested(true)), REST);
    return () => clearTimeout(timer);
  }, []);
  return rested;
}

/** How long rendered cards are kept after the number of lanes changed, in milliseconds. */
const SETTLING = 1000;

/**
 * Returns the cells that stay mounted when the number of lanes changes: at first all rendered ones, until the scroll
 * position is settled, then only those that may be playing something.
 */
function useHeld(columns: number, list: RefObject<HTMLElement | null>) {
  const [state, setState] = useState<{ columns: number; held: readonly string[] }>({ columns, held: [] });
  const drawn = useRef<readonly string[]>([]);
  if (state.columns !== columns) setState({ columns, held: drawn.current });
  useEffect(() => {
    const timer = setTimeout(
      () => setState(({ held }) => ({ columns, held: held.length > 0 ? playersIn(list.current) : held })),
      SETTLING,
    );
    return () => clearTimeout(timer);
  }, [columns, list]);
  return { held: state.held, drawn };
}

function playersIn(list: HTMLElement | null): readonly string[] {
  const cells = [...(list?.children ?? [])] as HTMLElement[];
  return cells.flatMap((cell) => (cell.querySelector("video, audio, iframe") ? (cell.dataset.memory ?? []) : []));
}

function withKept(range: Range, kept: readonly number[]): number[] {
  const indexes = defaultRangeExtractor(range);
  const missing = kept.filter((index) => !indexes.includes(index));
  return missing.length === 0 ? indexes : [...indexes, ...missing].sort((a, b) => a - b);
}

/** Returns the offset of the list from the top of the page, in pixels. Content above it may grow. */
function useTop(list: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      if (list.current) setTop(Math.round(list.current.getBoundingClientRect().top + window.scrollY));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list]);
  return top;
}
