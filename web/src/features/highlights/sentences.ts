/** The sentences of a text, for those who mark by keys. Pure. */

import { compare, type Place, type Span, trimmed } from "./places";

/** The sentences of a leaf, without the white space between them. */
export function sentencesOf(leaf: number, texts: readonly string[]): Span[] {
  const text = texts[leaf] ?? "";
  let offset = 0;
  const all: Span[] = [];
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: "sentence" }).segment(text)) {
    const end = offset + Array.from(segment).length;
    const span = trimmed({ start: { leaf, offset }, end: { leaf, offset: end } }, texts);
    if (span) all.push(span);
    offset = end;
  }
  return all;
}

/** The first sentence that ends after a place; where there is none the last of all. */
export function sentenceAt(place: Place, texts: readonly string[]): Span | undefined {
  for (let leaf = Math.max(0, place.leaf); leaf < texts.length; leaf++) {
    const found = sentencesOf(leaf, texts).find(({ end }) => compare(end, place) > 0);
    if (found) return found;
  }
  return lastBefore({ leaf: texts.length, offset: 0 }, texts);
}

/** The sentence before a stretch or after it; itself at the ends of the text. */
export function sentenceBeside(span: Span, side: "before" | "after", texts: readonly string[]): Span {
  if (side === "before") return lastBefore(span.start, texts) ?? span;
  const next = sentenceAt(span.end, texts);
  return next && compare(next.start, span.end) >= 0 ? next : span;
}

/** The last sentence that ends at a place or before it. */
function lastBefore(place: Place, texts: readonly string[]): Span | undefined {
  for (let leaf = Math.min(place.leaf, texts.length - 1); leaf >= 0; leaf--) {
    const found = sentencesOf(leaf, texts).findLast(({ end }) => compare(end, place) <= 0);
    if (found) return found;
  }
  return undefined;
}

/** The stretch with one more sentence at its end. */
export function longer(span: Span, texts: readonly string[]): Span {
  return { start: span.start, end: sentenceBeside(span, "after", texts).end };
}

/** The stretch without its last sentence; itself if it has no other. */
export function shorter(span: Span, texts: readonly string[]): Span {
  const last = sentenceBeside({ start: span.end, end: span.end }, "before", texts);
  const before = sentenceBeside(last, "before", texts);
  return compare(before.end, span.start) > 0 && compare(before.end, span.end) < 0
    ? { start: span.start, end: before.end }
    : span;
}
