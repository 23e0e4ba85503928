import { useSyncExternalStore } from "react";

/** Widths of the window, in CSS pixels, from which the grid has one column more. */
const STEPS = [600, 900, 1200, 1536];

export function columnsFor(width: number): number {
  return 1 + STEPS.filter((step) => width >= step).length;
}

function onResize(listener: () => void): () => void {
  window.addEventListener("resize", listener);
  return () => window.removeEventListener("resize", listener);
}

/** How many columns the window has room for, followed as it changes. */
export function useColumns(): number {
  return useSyncExternalStore(onResize, () => columnsFor(window.innerWidth));
}
