/** The words of a page as runs: words of one line that follow each other in one leaf. Pure. */

import type { LeafRange } from "@/document/range";
import { lengthOf } from "@/document/tree";
import type { Word } from "./align";
import { type Box, boxOf, isBeside, joinedBox } from "./boxes";

export type Run = {
  /** Its words with blanks between, and a line feed behind the last of a line. */
  text: string;
  box: Box;
  /** The width of its words without the blanks between, in points, and the number of these. */
  inked: number;
  blanks: number;
  /** What it has of the document: its text begins there, and each word but the last is as long. Undefined for other words. */
  place: LeafRange | undefined;
};

export function runsOf(words: readonly Word[], places: readonly (LeafRange | undefined)[]): Run[] {
  const runs: Run[] = [];
  let before: Word | undefined;
  words.forEach((word, index) => {
    const [place, box] = [places[index], boxOf(word)];
    const last = runs.at(-1);
    if (last && before && !before.ends && goesOn(last, before, places[index - 1], place, box)) {
      last.text += ` ${word.text}`;
      last.place = place && last.place && { ...last.place, to: place.to };
      last.box = joinedBox(last.box, box);
      last.inked += box.width;
      last.blanks += 1;
    } else {
      if (last) last.text += before?.ends ? "\n" : " ";
      runs.push({ text: word.text, box, inked: box.width, blanks: 0, place });
    }
    before = word;
  });
  const last = runs.at(-1);
  if (last) last.text += "\n";
  return runs;
}

/** A run is of one line and one leaf, without gaps in its text, and its characters are counted as those of the leaf. */
function goesOn(run: Run, word: Word, before: LeafRange | undefined, place: LeafRange | undefined, box: Box): boolean {
  if (!isBeside(run.box, box)) return false;
  if (!before || !place) return before === place;
  const exact = lengthOf(word.text) === before.to - before.from;
  return exact && before.leaf === place.leaf && place.from === before.to + 1;
}
