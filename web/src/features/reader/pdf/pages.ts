/** The layout of pages below each other, and steps of zoom. Pure: no network, no React. */

import type { components } from "@/api/schema";

export type Size = components["schemas"]["Size"];

/** CSS pixels in a point at 100 %. */
const PIXELS = 96 / 72;

const STEPS = [0.25, 0.33, 0.5, 0.67, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4] as const;

/** A factor, or what the page is fitted to. */
export type Zoom = number | "width" | "page";

/** The pixels of a point at which pages are shown in a pane. `wide` and `high` are those of its content, in pixels. */
export function scaleOf(zoom: Zoom, page: Size, wide: number, high: number): number {
  if (typeof zoom === "number") return zoom * PIXELS;
  const least = 0.25 * PIXELS;
  const width = wide / page.width;
  return Math.max(least, zoom === "width" ? width : Math.min(width, high / page.height));
}

/** The next step of zoom up or down from a scale. */
export function stepFrom(scale: number, up: boolean): number {
  const zoom = scale / PIXELS;
  const apart = 0.005;
  const next = up ? STEPS.find((step) => step > zoom + apart) : STEPS.findLast((step) => step < zoom - apart);
  return next ?? (up ? 4 : 0.25);
}

/** "110%" */
export function percent(scale: number): string {
  return `${Math.round((scale / PIXELS) * 100)}%`;
}

/** The server keeps no finer shares. */
const SHARES = 10_000;

/** The share of a document that lies before a page: 0 for the first one, and 1 for the last. */
export function shareOfPage(page: number, count: number): number {
  return count > 1 ? Math.round(((page - 1) / (count - 1)) * SHARES) / SHARES : 1;
}

/** The page before which a share of a document lies. */
export function pageAtShare(share: number, count: number): number {
  return 1 + Math.round(share * (count - 1));
}

/** Pages below each other: where each begins, and where all end, in pixels. */
export type Column = { tops: readonly number[]; heights: readonly number[]; end: number };

export function columnOf(heights: readonly number[], gap: number, padding: number): Column {
  let next = padding;
  const tops = heights.map((height) => {
    const top = next;
    next += height + gap;
    return top;
  });
  return { tops, heights, end: next - (heights.length > 0 ? gap : 0) + padding };
}

/** The index of the page at a height; that above, in a gap. */
export function pageAt({ tops }: Column, y: number): number {
  let low = 0;
  let high = tops.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((tops[middle] ?? 0) <= y) low = middle;
    else high = middle - 1;
  }
  return Math.max(low, 0);
}

/** The first and the last index of the pages between two heights. */
export function pagesIn(column: Column, from: number, to: number): [first: number, last: number] {
  return [pageAt(column, from), pageAt(column, to)];
}
