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

/** Cards drawn above and below the window in all columns together, and rows at least. */
const CARDS_AHEAD = 12;
const ROWS_AHEAD = 3;
/** So soon after the first cards, in milliseconds, those ahead are drawn: a phone shows the first twice as soon. */
const REST = 300;

/**
 * Lays cells out in columns, each in the shortest one, while they stay in reading order in the document, and draws those
 * near the window alone, and those that must be kept.
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
    estimateSize: (index) => cells[index]?.guess ?? 0,
    getItemKey: useCallback((index: number) => cells[index]?.id ?? index, [cells]),
    // What can't be seen has no height: the guess is better.
    measureElement: (element, entry, grid) =>
      measureElement(element, entry, grid) || grid.options.estimateSize(grid.indexFromElement(element)),
    rangeExtractor: (range) => withKept(range, keptIndexes),
    useFlushSync: false,
  });
  // A card that is taller than guessed moves one column: the anchor holds the page better.
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = () => false;

  const laidOut = useRef(cells);
  if (laidOut.current !== cells) {
    // Columns are remembered by index: where others stand now, they are chosen anew.
    const changed = cells.findIndex(({ id }, index) => laidOut.current[index]?.id !== id);
    // biome-ignore lint/complexity/useLiteralKeys: the library keeps it to itself.
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

/** Whether the first cards have been shown for a moment. */
function useRested(): boolean {
  const [rested, setRested] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setRested(true)), REST);
    return () => clearTimeout(timer);
  }, []);
  return rested;
}

/** After other columns the cards that were drawn have so long to find their places, in milliseconds. */
const SETTLING = 1000;

/**
 * The cells that must be kept when the columns change, since nothing in them may begin anew: all that were drawn, until
 * the window has found its place among them, and from then on those in which something may be playing.
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

/** How far down the page the list begins, in pixels. What stands above it may grow. */
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
