import { useSyncExternalStore } from "react";

/** Widths of the window, in CSS pixels, from which the grid has one column more. */
const STEPS = [600, 900, 1200, 1536];

export function columnsFor(width: number): number {
  return 1 + STEPS.filter((step) => width >= step).length;
}

/** Between cards, in pixels. */
export const GAP = 16;

/** How wide a card is in so many columns of a window, in CSS pixels: what the page leaves at its sides is --gutter. */
export function cardWidth(columns: number, width: number): number {
  const gutter = Math.min(32, Math.max(16, 6.4 + 0.024 * width));
  return (Math.min(width, 2000) - 2 * gutter - GAP * (columns - 1)) / columns;
}

function onResize(listener: () => void): () => void {
  window.addEventListener("resize", listener);
  return () => window.removeEventListener("resize", listener);
}

/** How many columns the window has room for, followed as it changes. */
export function useColumns(): number {
  return useSyncExternalStore(onResize, () => columnsFor(window.innerWidth));
}
