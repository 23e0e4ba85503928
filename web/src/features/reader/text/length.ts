/** How long a text is, and how far one is in it. Pure. */

import { type Block, plainOf } from "@/document/tree";
import { grouped } from "@/lib/grouped";

/** Words that are read in a minute, as studies of silent reading have it. */
const PER_MINUTE = 240;

/** The number of words in leaves. A script without blanks counts two letters as one. */
export function wordCount(leaves: readonly Block[]): number {
  return leaves.reduce((sum, leaf) => sum + wordsIn(plainOf(leaf)), 0);
}

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/gu;

function wordsIn(text: string): number {
  const unspaced = text.match(UNSPACED)?.length ?? 0;
  return Math.ceil(unspaced / 2) + (text.replace(UNSPACED, " ").match(/\S+/gu)?.length ?? 0);
}

export const minutesOf = (words: number) => Math.max(1, Math.round(words / PER_MINUTE));

/** "11 min, 2,640 words". */
export function lengthText(words: number): string {
  return `${grouped(minutesOf(words))} min, ${grouped(words)} ${words === 1 ? "word" : "words"}`;
}

/** "6 min left", "Read to the end". */
export function leftText(words: number, share: number): string {
  return share >= 1 ? "Read to the end" : `${grouped(minutesOf(words * (1 - share)))} min left`;
}

/** How many letters stand before each leaf, and in all. Those of leaves before `from`, which are not shown, do not count. */
export function lettersBefore(leaves: readonly Block[], from = 0): readonly number[] {
  let sum = 0;
  const starts = leaves.map((leaf, index) => {
    const length = index < from ? 0 : plainOf(leaf).length;
    sum += length;
    return sum - length;
  });
  return [...starts, sum];
}

/**
 * The share of a text that is read, 0 at its beginning and 1 at its end, from the first and the last leaf in view. The last
 * leaf of the text in view is the end.
 */
export function shareAt(letters: readonly number[], first: number, last: number): number {
  const all = letters.at(-1) ?? 0;
  const above = letters[first] ?? 0;
  const below = all - (letters[last + 1] ?? all);
  return above + below === 0 ? 1 : above / (above + below);
}
