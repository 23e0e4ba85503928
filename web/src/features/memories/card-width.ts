/** The gap between cards, in pixels. */
export const GAP = 16;

/** Returns the width of a card, in CSS pixels, as the grid lays it out in a window of this width. */
export function cardWidth(columns: number, width: number): number {
  // The value of --gutter in tokens.css.
  const gutter = Math.min(32, Math.max(16, 6.4 + 0.024 * width));
  return (Math.min(width, 2000) - 2 * gutter - GAP * (columns - 1)) / columns;
}
