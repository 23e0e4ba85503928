/** Positions and ranges in the text of a document: a leaf of its tree, and Unicode code points in the leaf's plain text. Pure. */

import { indexOf, lengthOf } from "./tree";

export type Position = { leaf: number; offset: number };
/** What of a text lies between two positions; `end` is not in it. */
export type TextRange = { start: Position; end: Position };
/** Characters of one leaf, from `from` up to `to`. */
export type LeafRange = { leaf: number; from: number; to: number };

/** Negative where one position stands before the other, 0 where they are the same. */
export function compare(one: Position, other: Position): number {
  return one.leaf - other.leaf || one.offset - other.offset;
}

/** Whether two ranges share a character. */
export function overlaps(one: TextRange, other: TextRange): boolean {
  return compare(one.start, other.end) < 0 && compare(other.start, one.end) < 0;
}

export function isSame(one: TextRange, other: TextRange): boolean {
  return compare(one.start, other.start) === 0 && compare(one.end, other.end) === 0;
}

/** The range from the first position of two to the last. */
export function union(one: TextRange, other: TextRange): TextRange {
  return {
    start: compare(one.start, other.start) < 0 ? one.start : other.start,
    end: compare(one.end, other.end) > 0 ? one.end : other.end,
  };
}

/** What a range has of each leaf, in order; empty ones are left out. */
export function leafRangesOf({ start, end }: TextRange, lengths: readonly number[]): LeafRange[] {
  const all = [];
  for (let leaf = Math.max(0, start.leaf); leaf <= Math.min(end.leaf, lengths.length - 1); leaf++) {
    const length = lengths[leaf] ?? 0;
    const from = leaf === start.leaf ? Math.min(start.offset, length) : 0;
    const to = leaf === end.leaf ? Math.min(end.offset, length) : length;
    if (from < to) all.push({ leaf, from, to });
  }
  return all;
}

/** The words of a range, a line for each leaf. */
export function quoteOf(range: TextRange, texts: readonly string[]): string {
  return leafRangesOf(range, texts.map(lengthOf))
    .map(({ leaf, from, to }) => {
      const text = texts[leaf] ?? "";
      return text.slice(indexOf(text, from), indexOf(text, to));
    })
    .join("\n");
}

/** The range without white space at its ends; undefined if nothing else is in it. */
export function trimmed(range: TextRange, texts: readonly string[]): TextRange | undefined {
  const pieces = leafRangesOf(range, texts.map(lengthOf)).flatMap(({ leaf, from, to }) => {
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
