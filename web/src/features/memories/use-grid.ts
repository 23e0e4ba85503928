import {
  type CSSProperties,
  type RefObject,
  startTransition,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { GAP } from "./card-width";
import type { Cell, Spot } from "./cell";
import type { Box, Layout } from "./masonry";
import { useAnchor } from "./use-anchor";
import { useMasonry } from "./use-masonry";

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
  const ahead = useRested() ? Math.max(ROWS_AHEAD, Math.ceil(CARDS_AHEAD / columns)) : 1;
  const grid = useMasonry(cells, { lanes: columns, gap: GAP, top }, ahead);
  const { layout, measure } = grid;
  const items = withKept(
    grid.items,
    layout,
    [...kept, ...held].map((id) => indexes.get(id)),
  );

  useLayoutEffect(() => {
    drawn.current = items.map(({ id }) => id);
  });
  useLayoutEffect(() => {
    // Another width makes every card another height.
    if (columns > 0) for (const cell of list.current?.children ?? []) measure(cell as HTMLElement);
  }, [columns, measure]);
  useAnchor(layout, indexes, top, spot);

  const styleOf = ({ lane, start }: Box): CSSProperties => ({
    width: `calc((100% - ${(columns - 1) * GAP}px) / ${columns})`,
    left: `calc((100% + ${GAP}px) / ${columns} * ${lane})`,
    top: start - top,
  });
  return { ...grid, list, items, styleOf, indexes };
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

function withKept(items: readonly Box[], { boxes }: Layout, kept: readonly (number | undefined)[]): readonly Box[] {
  const missing = [...new Set(kept)].flatMap((index) => boxes[index ?? -1] ?? []).filter((box) => !items.includes(box));
  return missing.length === 0 ? items : [...items, ...missing].sort((a, b) => a.index - b.index);
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
