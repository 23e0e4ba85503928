/** Finds words in the text of a document. Pure. */

import type { Mark, Marks } from "@/document/marks";
import type { Leaf } from "./align";

export type Hit = { leaf: number; page: number; from: number; to: number };

/** The number of hits that are listed. */
export const MOST_HITS = 1000;

/** A leaf's text without case, accents and repeated blanks, and for each of its units the character that it comes from. */
export type Folded = { leaf: number; page: number; text: string; at: readonly number[] };

export function foldLeaves(leaves: readonly Leaf[]): Folded[] {
  return leaves.map(({ leaf, page, text }) => ({ leaf, page, ...fold(text) }));
}

function fold(text: string): { text: string; at: number[] } {
  let folded = "";
  const at: number[] = [];
  let character = 0;
  for (const written of text) {
    const blank = /\s/u.test(written);
    const letters = blank
      ? " "
      : written
          .normalize("NFKD")
          .replace(/[\p{M}\u00ad]/gu, "")
          .toLowerCase();
    if (!blank || !folded.endsWith(" ")) {
      folded += letters;
      for (let unit = 0; unit < letters.length; unit++) at.push(character);
    }
    character += 1;
  }
  return { text: folded, at };
}

/** The places of the words in the leaves, in order. */
export function find(leaves: readonly Folded[], query: string): Hit[] {
  const words = fold(query).text.trim();
  const hits: Hit[] = [];
  if (words === "") return hits;
  for (const { leaf, page, text, at } of leaves) {
    for (let index = text.indexOf(words); index >= 0; index = text.indexOf(words, index + words.length)) {
      if (hits.length === MOST_HITS) return hits;
      hits.push({ leaf, page, from: at[index] ?? 0, to: (at[index + words.length - 1] ?? 0) + 1 });
    }
  }
  return hits;
}

/** The hits as marks of their leaves, the shown one being on. */
export function marksOfHits(hits: readonly Hit[], shown: number): Marks {
  const marks = new Map<number, Mark[]>();
  hits.forEach(({ leaf, from, to }, index) => {
    const mark: Mark = { id: `hit-${index}`, kind: "citation", from, to, on: index === shown };
    marks.set(leaf, [...(marks.get(leaf) ?? []), mark]);
  });
  return marks;
}
