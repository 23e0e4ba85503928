/** Finds the words of a printed page in the text of its leaves. Pure. */

import type { components } from "@/api/schema";
import type { LeafRange } from "@/document/range";
import { type Block, plainOf } from "@/document/tree";

export type Word = components["schemas"]["Word"];

/** A leaf of the document, with its number, its plain text and the page that it begins on. */
export type Leaf = { leaf: number; text: string; page: number };

/** The leaves of a document, which know their page. One that does not is on that of the leaf before. */
export function pagedLeaves(leaves: readonly Block[]): Leaf[] {
  let page = 1;
  return leaves.map((block, leaf) => {
    page = block.page ?? page;
    return { leaf, text: plainOf(block), page };
  });
}

/** The leaves by page. */
export function byPage(leaves: readonly Leaf[]): ReadonlyMap<number, readonly Leaf[]> {
  const pages = new Map<number, Leaf[]>();
  for (const leaf of leaves) pages.set(leaf.page, [...(pages.get(leaf.page) ?? []), leaf]);
  return pages;
}

/** Letters without blanks and hyphens, which lines are broken at, and for each the index of what it comes from. */
type Letters = { text: string; at: readonly number[] };

const DROPPED = /[\s\u00ad\u2010-]/u;

/** The letters of some texts. `at` gives what a character comes from, by its text's index and its own. */
function lettersOf(texts: readonly string[], at: (text: number, character: number) => number): Letters {
  const letters: string[] = [];
  const from: number[] = [];
  texts.forEach((text, index) => {
    let character = 0;
    for (const written of text) {
      const letter = letterOf(written);
      for (let unit = 0; unit < letter.length; unit++) from.push(at(index, character));
      letters.push(letter);
      character += 1;
    }
  });
  return { text: letters.join(""), at: from };
}

function letterOf(written: string): string {
  const code = written.charCodeAt(0);
  if (code < 128) return code <= 32 || written === "-" ? "" : written;
  return DROPPED.test(written) ? "" : written.normalize("NFKC").replace(/\s/gu, "");
}

/** The number of letters that must agree before two places count as the same. */
const PROBE = 12;

/** For each word of a page its place in the leaves; undefined for one that is not in them, as in a running title. */
export function align(words: readonly Word[], leaves: readonly Leaf[]): (LeafRange | undefined)[] {
  const page = lettersOf(
    words.map(({ text }) => text),
    (word) => word,
  );
  const places: (LeafRange | undefined)[] = words.map(() => undefined);
  let next = 0;
  for (const { leaf, text } of leaves) {
    const own = lettersOf([text], (_, character) => character);
    next = alignLeaf(page, next, own, leaf, places);
  }
  return places;
}

/** Aligns one leaf from a letter of the page on, and returns the letter behind it. */
function alignLeaf(
  page: Letters,
  first: number,
  own: Letters,
  leaf: number,
  places: (LeafRange | undefined)[],
): number {
  let next = first;
  let sure = false;
  for (let letter = 0; letter < own.text.length; ) {
    if (!sure) {
      const found = search(page.text, own.text.slice(letter, letter + PROBE), next);
      if (found < 0) {
        letter += PROBE / 3;
        continue;
      }
      next = found;
    }
    sure = page.text[next] === own.text[letter];
    if (!sure) continue;
    put(places, page.at[next] ?? 0, leaf, own.at[letter] ?? 0);
    next += 1;
    letter += 1;
  }
  return next;
}

/** Looks from a letter on, then from the start: columns may stand in another order. */
function search(text: string, probe: string, from: number): number {
  const ahead = text.indexOf(probe, from);
  return ahead < 0 ? text.indexOf(probe) : ahead;
}

function put(places: (LeafRange | undefined)[], word: number, leaf: number, character: number): void {
  const place = places[word];
  if (!place) places[word] = { leaf, from: character, to: character + 1 };
  else if (place.leaf === leaf && character >= place.from) place.to = Math.max(place.to, character + 1);
}
