import {
  type CSSProperties,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { columnsFor, place } from "./masonry";

/** Between cards, in pixels. */
const GAP = 16;

function onResize(listener: () => void): () => void {
  window.addEventListener("resize", listener);
  return () => window.removeEventListener("resize", listener);
}

/** How many columns the window has room for, followed as it changes. */
export function useColumns(): number {
  return useSyncExternalStore(onResize, () => columnsFor(window.innerWidth));
}

export type Cell = { id: string; guess: number };

type Masonry = {
  height: number;
  styleOf: (index: number) => CSSProperties;
  /** Takes the element of a cell, whose true height replaces the guess. Returns the way to let go of it. */
  hold: (id: string, element: HTMLElement) => () => void;
};

/**
 * Lays cells out by shortest column while they stay in reading order in the document, for the keyboard and for screen
 * readers: CSS columns would fill downwards and hide the newest at the foot of the first one.
 */
export function useMasonry(cells: readonly Cell[]): Masonry {
  const columns = useColumns();
  const [heights, setHeights] = useState<ReadonlyMap<string, number>>(new Map());
  const mounted = useRef(new Map<string, HTMLElement>());

  const measure = useCallback(() => {
    setHeights((known) => {
      const seen = [...mounted.current]
        .map(([id, element]) => [id, element.offsetHeight] as const)
        .filter(([, height]) => height > 0);
      return seen.some(([id, height]) => known.get(id) !== height) ? new Map([...known, ...seen]) : known;
    });
  }, []);
  const observer = useMemo(() => new ResizeObserver(measure), [measure]);

  // Before the first paint, so that no card jumps from its guess to its place.
  // biome-ignore lint/correctness/useExhaustiveDependencies: new cells and other columns bring new heights.
  useLayoutEffect(measure, [cells, columns]);

  const hold = useCallback(
    (id: string, element: HTMLElement) => {
      mounted.current.set(id, element);
      observer.observe(element);
      return () => {
        mounted.current.delete(id);
        observer.unobserve(element);
      };
    },
    [observer],
  );

  const { places, height } = useMemo(
    () =>
      place(
        cells.map(({ id, guess }) => heights.get(id) ?? guess),
        columns,
        GAP,
      ),
    [cells, heights, columns],
  );

  const styleOf = (index: number): CSSProperties => {
    const { column = 0, top = 0 } = places[index] ?? {};
    return {
      width: `calc((100% - ${(columns - 1) * GAP}px) / ${columns})`,
      left: `calc((100% + ${GAP}px) / ${columns} * ${column})`,
      top,
    };
  };
  return { height, styleOf, hold };
}
