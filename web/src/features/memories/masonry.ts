/** Where the cards of the grid stand: each goes to the shortest column, so the newest stay at the top. */

/** Widths of the window, in CSS pixels, from which the grid has one column more. */
const STEPS = [600, 900, 1200, 1536];

export function columnsFor(width: number): number {
  return 1 + STEPS.filter((step) => width >= step).length;
}

export type Place = { column: number; top: number };

/** Places boxes of the given heights in order. Of columns equally short the leftmost wins. */
export function place(heights: readonly number[], columns: number, gap: number): { places: Place[]; height: number } {
  const ends = new Array<number>(columns).fill(0);
  const places = heights.map((height) => {
    const top = Math.min(...ends);
    const column = ends.indexOf(top);
    ends[column] = top + height + gap;
    return { column, top };
  });
  return { places, height: Math.max(0, Math.max(...ends) - gap) };
}
