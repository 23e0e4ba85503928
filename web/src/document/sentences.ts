/** The sentences of a text, for those who mark by keys or listen. Pure. */

import { compare, type Position, type TextRange } from "./range";
import { lengthOf } from "./tree";

/** The sentences of a leaf, without the white space between them. The language, where it is known, tells them apart. */
export function sentencesOf(leaf: number, texts: readonly string[], language?: string): TextRange[] {
  const segmenter = new Intl.Segmenter(localeOf(language), { granularity: "sentence" });
  let begin = 0;
  return [...segmenter.segment(texts[leaf] ?? "")].flatMap(({ segment }) => {
    const offset = begin + lengthOf(segment) - lengthOf(segment.trimStart());
    const end = begin + lengthOf(segment.trimEnd());
    begin += lengthOf(segment);
    return offset < end ? [{ start: { leaf, offset }, end: { leaf, offset: end } }] : [];
  });
}

/** What is no language of a browser is that of its user. */
function localeOf(language = ""): string | undefined {
  try {
    return Intl.getCanonicalLocales(language)[0];
  } catch {
    return undefined;
  }
}

/** The first sentence that ends after a position; where there is none the last of all. */
export function sentenceAt(position: Position, texts: readonly string[]): TextRange | undefined {
  for (let leaf = Math.max(0, position.leaf); leaf < texts.length; leaf++) {
    const found = sentencesOf(leaf, texts).find(({ end }) => compare(end, position) > 0);
    if (found) return found;
  }
  return lastBefore({ leaf: texts.length, offset: 0 }, texts);
}

/** The sentence before a range or after it; itself at the ends of the text. */
export function sentenceBeside(range: TextRange, side: "before" | "after", texts: readonly string[]): TextRange {
  if (side === "before") return lastBefore(range.start, texts) ?? range;
  const next = sentenceAt(range.end, texts);
  return next && compare(next.start, range.end) >= 0 ? next : range;
}

/** The last sentence that ends at a position or before it. */
function lastBefore(position: Position, texts: readonly string[]): TextRange | undefined {
  for (let leaf = Math.min(position.leaf, texts.length - 1); leaf >= 0; leaf--) {
    const found = sentencesOf(leaf, texts).findLast(({ end }) => compare(end, position) <= 0);
    if (found) return found;
  }
  return undefined;
}

/** The range with one more sentence at its end. */
export function longer(range: TextRange, texts: readonly string[]): TextRange {
  return { start: range.start, end: sentenceBeside(range, "after", texts).end };
}

/** The range without its last sentence; itself if it has no other. */
export function shorter(range: TextRange, texts: readonly string[]): TextRange {
  const last = sentenceBeside({ start: range.end, end: range.end }, "before", texts);
  const before = sentenceBeside(last, "before", texts);
  return compare(before.end, range.start) > 0 && compare(before.end, range.end) < 0
    ? { start: range.start, end: before.end }
    : range;
}
