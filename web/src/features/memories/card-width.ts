/** Between cards, in pixels. */
export const GAP = 16;

/** How wide a card is in so many columns of a window, in CSS pixels: what the page leaves at its sides is --gutter. */
export function cardWidth(columns: number, width: number): number {
  const gutter = Math.min(32, Math.max(16, 6.4 + 0.024 * width));
  return (Math.min(width, 2000) - 2 * gutter - GAP * (columns - 1)) / columns;
}
