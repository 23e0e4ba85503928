/** Where on a page the characters of a leaf are. Pure. */

import type { Mark, Marks } from "@/document/marks";
import type { LeafRange } from "@/document/range";
import type { Word } from "./align";

/** A rectangle in points, from the upper left corner of the page. */
export type Box = { x: number; y: number; width: number; height: number };

/** A mark on a page, with a box for each of its lines. */
export type MarkOnPage = Omit<Mark, "from" | "to"> & { boxes: readonly Box[] };

/** The marks on a page, in the order of its words. Those that touch no word are left out. */
export function marksOnPage(
  words: readonly Word[],
  places: readonly (LeafRange | undefined)[],
  marks: Marks,
): MarkOnPage[] {
  const all = new Map<string, MarkOnPage & { boxes: Box[] }>();
  places.forEach((place, index) => {
    const word = words[index];
    if (!place || !word) return;
    for (const { from, to, ...mark } of marks.get(place.leaf) ?? []) {
      if (from >= place.to || to <= place.from) continue;
      const known = all.get(mark.id) ?? { ...mark, boxes: [] };
      if (mark.n !== undefined) known.n = mark.n;
      add(known.boxes, part(word, place, from, to));
      all.set(mark.id, known);
    }
  });
  return [...all.values()];
}

/** The part of a word's box that some of its characters take, as if all were as wide. */
function part(word: Word, place: LeafRange, from: number, to: number): Box {
  const { x, y, width, height } = boxOf(word);
  const length = place.to - place.from;
  const first = Math.max(from - place.from, 0) / length;
  const last = Math.min(to - place.from, length) / length;
  return { x: x + first * width, y, width: (last - first) * width, height };
}

/** Two words of a line are at most this many times their height apart, else they are of two columns. */
const GAP = 1.5;

/** Adds a box, or extends the last one along its line. */
function add(boxes: Box[], box: Box): void {
  const last = boxes.at(-1);
  if (last && isBeside(last, box)) boxes[boxes.length - 1] = joinedBox(last, box);
  else boxes.push(box);
}

export function boxOf({ box }: Word): Box {
  const [x = 0, y = 0, width = 0, height = 0] = box ?? [];
  return { x, y, width, height };
}

/** The box around both. */
export function joinedBox(a: Box, b: Box): Box {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  const right = Math.max(a.x + a.width, b.x + b.width);
  const bottom = Math.max(a.y + a.height, b.y + b.height);
  return { x, y, width: right - x, height: bottom - y };
}

/** Returns whether a box follows another on a line of one column. */
export function isBeside(a: Box, b: Box): boolean {
  const shared = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  const apart = Math.max(a.x, b.x) - Math.min(a.x + a.width, b.x + b.width);
  const height = Math.min(a.height, b.height);
  return shared > height / 2 && apart < GAP * height;
}
