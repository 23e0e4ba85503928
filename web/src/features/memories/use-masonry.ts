import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useMemo, useReducer, useRef } from "react";
import type { Cell } from "./cell";
import { boxesNear, endsIn, type Frame, type Known, keptLanes, type Layout, placeCells, type Span } from "./masonry";

/**
 * Places cells on the page, and follows its scrolling and the heights of those that are rendered: `items`, the cells in
 * the window and `ahead` rows above and below it. `observe` is the ref of a rendered cell, an element with `data-memory`.
 */
export function useMasonry(cells: readonly Cell[], { lanes, gap, top }: Frame, ahead: number) {
  const { known, version, observe, measure } = useHeights();
  const laidOut = useRef({ cells, lanes });
  if (laidOut.current.lanes !== lanes) known.current = { heights: new Map(), lanes: new Map() };
  else if (laidOut.current.cells !== cells)
    known.current.lanes = keptLanes(known.current.lanes, laidOut.current.cells, cells);
  laidOut.current = { cells, lanes };
  // biome-ignore lint/correctness/useExhaustiveDependencies: `version` counts the changes of what is known.
  const layout = useMemo(
    () => placeCells(cells, { lanes, gap, top }, known.current),
    [cells, lanes, gap, top, version],
  );
  const span = useWindowSpan(layout);
  return {
    layout,
    items: boxesNear(layout, span, ahead),
    /** The index of the last cell in the window, which is that of all when a lane ends there. */
    last: endsIn(layout, span) ? cells.length - 1 : (boxesNear(layout, span, 0).at(-1)?.index ?? 0),
    /** Whether the page was scrolled down last. */
    forward: span.forward,
    observe,
    measure,
  };
}

/** Returns what is known of rendered cells. `version` changes with their heights. */
function useHeights() {
  const [version, next] = useReducer((n: number) => n + 1, 0);
  const known = useRef<Known>({ heights: new Map(), lanes: new Map() });
  const note = useCallback((cell: HTMLElement, height: number) => {
    const id = cell.dataset.memory;
    // A hidden element has no height, so what was known or estimated is better.
    if (!id || !height || known.current.heights.get(id) === height) return;
    known.current.heights.set(id, height);
    next();
  }, []);
  const measure = useCallback((cell: HTMLElement) => note(cell, cell.offsetHeight), [note]);
  const observer = useRef<ResizeObserver>(undefined);
  const observe = useCallback(
    (cell: HTMLElement) => {
      observer.current ??= new ResizeObserver((entries) => {
        for (const { target, borderBoxSize } of entries)
          note(target as HTMLElement, Math.round(borderBoxSize[0]?.blockSize ?? 0));
      });
      // To read the height costs a layout.
      if (!known.current.heights.has(cell.dataset.memory ?? "")) measure(cell);
      observer.current.observe(cell);
      return () => observer.current?.unobserve(cell);
    },
    [note, measure],
  );
  useEffect(() => () => observer.current?.disconnect(), []);
  return { known, version, observe, measure };
}

type WindowSpan = Span & { forward: boolean };

/** Returns the part of the page that the window shows. Renders again when other cells are in it, or the direction turns. */
function useWindowSpan(layout: Layout): WindowSpan {
  const [, render] = useReducer((n: number) => n + 1, 0);
  const span = useRef<WindowSpan>({ from: 0, to: window.innerHeight, forward: false });
  const look = useEffectEvent(() => {
    const [from, before] = [window.scrollY, span.current];
    const now = {
      from,
      to: from + window.innerHeight,
      forward: from === before.from ? before.forward : from > before.from,
    };
    span.current = now;
    if (now.forward !== before.forward || shown(layout, now) !== shown(layout, before)) render();
  });
  useLayoutEffect(() => {
    const listen = () => look();
    listen();
    window.addEventListener("scroll", listen, { passive: true });
    window.addEventListener("resize", listen);
    return () => {
      window.removeEventListener("scroll", listen);
      window.removeEventListener("resize", listen);
    };
  }, []);
  return span.current;
}

function shown(layout: Layout, span: Span): string {
  return [endsIn(layout, span), ...boxesNear(layout, span, 0).map(({ index }) => index)].join();
}
