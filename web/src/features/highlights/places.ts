/** Places in the text of a memory: a leaf of its tree, and Unicode code points in the leaf's plain text. Pure. */

import { indexOf, lengthOf } from "@/document/tree";

export type Place = { leaf: number; offset: number };
/** A stretch of text; `end` is not in it. */
export type Span = { start: Place; end: Place };
/** A stretch of one leaf, in code points. */
export type Stretch = { from: number; to: number };

/** Negative where one place stands before the other, 0 where they are the same. */
export function compare(one: Place, other: Place): number {
  return one.leaf - other.leaf || one.offset - other.offset;
}

/** Whether two stretches share a character. */
export function overlaps(one: Span, other: Span): boolean {
  return compare(one.start, other.end) < 0 && compare(other.start, one.end) < 0;
}

export function isSame(one: Span, other: Span): boolean {
  return compare(one.start, other.start) === 0 && compare(one.end, other.end) === 0;
}

export function contains(span: Span, place: Place): boolean {
  return compare(span.start, place) <= 0 && compare(place, span.end) < 0;
}

/** The stretch from the first place of two to the last. */
export function union(one: Span, other: Span): Span {
  return {
    start: compare(one.start, other.start) < 0 ? one.start : other.start,
    end: compare(one.end, other.end) > 0 ? one.end : other.end,
  };
}

/** What a stretch has of each leaf, in order; empty ones are left out. */
export function stretchesOf({ start, end }: Span, lengths: readonly number[]): (Stretch & { leaf: number })[] {
  const all = [];
  for (let leaf = Math.max(0, start.leaf); leaf <= Math.min(end.leaf, lengths.length - 1); leaf++) {
    const length = lengths[leaf] ?? 0;
    const from = leaf === start.leaf ? Math.min(start.offset, length) : 0;
    const to = leaf === end.leaf ? Math.min(end.offset, length) : length;
    if (from < to) all.push({ leaf, from, to });
  }
  return all;
}

/** The words of a stretch, a line for each leaf. */
export function quoteOf(span: Span, texts: readonly string[]): string {
  return stretchesOf(span, texts.map(lengthOf))
    .map(({ leaf, from, to }) => {
      const text = texts[leaf] ?? "";
      return text.slice(indexOf(text, from), indexOf(text, to));
    })
    .join("\n");
}

/** The stretch without white space at its ends; undefined if nothing else is in it. */
export function trimmed(span: Span, texts: readonly string[]): Span | undefined {
  const pieces = stretchesOf(span, texts.map(lengthOf)).flatMap(({ leaf, from, to }) => {
    const letters = Array.from(texts[leaf] ?? "");
    const isWord = (at: number) => (letters[at] ?? "").trim() !== "";
    while (from < to && !isWord(from)) from += 1;
    while (from < to && !isWord(to - 1)) to -= 1;
    return from < to ? [{ leaf, from, to }] : [];
  });
  const [first, last] = [pieces[0], pieces.at(-1)];
  if (!first || !last) return undefined;
  return { start: { leaf: first.leaf, offset: first.from }, end: { leaf: last.leaf, offset: last.to } };
}
