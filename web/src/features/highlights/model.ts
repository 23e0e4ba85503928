/** Highlights as the server has them. Pure: no network, no React. */

import type { Color } from "@/document/marks";
import { compare, isSame, overlaps, type TextRange, union } from "@/document/range";
import { clockTime } from "@/lib/clock-time";
import type { Memory } from "@/memory/kinds";

export type Highlight = TextRange & {
  id: string;
  memoryId: string;
  color: Color;
  remark: string;
  quote: string;
  page?: number;
  second?: number;
  /** Its words are no longer in the text, so its places mean nothing. */
  orphaned: boolean;
  createdAt: string;
  updatedAt: string;
};

/** A highlight, and what is known of its memory. */
export type Listed = Highlight & { memory: Pick<Memory, "_id" | "title" | "type" | "site"> };

export const COLORS: readonly Color[] = ["amber", "sage", "sky", "rose"];

export function isColor(text: unknown): text is Color {
  return COLORS.some((color) => color === text);
}

/** Those that stand in the text, in the order of the text, and those that don't, in the order of their making. */
export function inOrder(highlights: readonly Highlight[]): { placed: Highlight[]; orphaned: Highlight[] } {
  return {
    placed: highlights
      .filter(({ orphaned }) => !orphaned)
      .toSorted((a, b) => compare(a.start, b.start) || compare(b.end, a.end)),
    orphaned: highlights.filter(({ orphaned }) => orphaned).toSorted((a, b) => a.createdAt.localeCompare(b.createdAt)),
  };
}

/** The mark that stands exactly there. */
export function highlightOf(highlights: readonly Highlight[], span: TextRange): Highlight | undefined {
  return highlights.find((one) => !one.orphaned && isSame(one, span));
}

export type Merged = TextRange & { remark: string; replaced: string[] };

/** A new mark in one with those of its colour that it overlaps: their remarks are kept, each on a line. */
export function merged(highlights: readonly Highlight[], span: TextRange, color: Color): Merged {
  let whole = span;
  let left = highlights.filter((one) => !one.orphaned && one.color === color);
  const taken: Highlight[] = [];
  for (;;) {
    const met = left.filter((one) => overlaps(one, whole));
    if (met.length === 0) break;
    taken.push(...met);
    whole = met.reduce<TextRange>(union, whole);
    left = left.filter((one) => !met.includes(one));
  }
  const remarks = taken.toSorted((a, b) => compare(a.start, b.start)).map(({ remark }) => remark);
  return {
    start: whole.start,
    end: whole.end,
    remark: remarks.filter(Boolean).join("\n"),
    replaced: taken.map(({ id }) => id),
  };
}

/** Where it stands: "page 5", "at 12:40", or nothing for a text without pages and seconds. */
export function placeText({ page, second }: { page?: number | undefined; second?: number | undefined }): string {
  if (page) return `page ${page}`;
  return second === undefined ? "" : `at ${clockTime(second)}`;
}
