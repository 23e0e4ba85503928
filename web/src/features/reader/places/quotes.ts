/** Finds the words that an answer quotes in the text of a memory. Pure. */

import type { Stretch } from "@/document/marks";
import type { Position, TextRange } from "@/document/range";
import { type Block, indexOf, lengthOf, plainOf } from "@/document/tree";
import type { Cited } from "../model";

type Citation = Cited["citations"][number];

/** Returns where each citation's words stand, and the citations whose words are not there. `shown` is the active one. */
export function markQuotes(
  leaves: readonly Block[],
  citations: readonly Citation[],
  shown: number,
): { stretches: readonly Stretch[]; missing: ReadonlySet<number> } {
  const stretches: Stretch[] = [];
  const missing = new Set<number>();
  if (citations.length === 0) return { stretches, missing };
  const text = lettersOf(leaves);
  for (const [index, citation] of citations.entries()) {
    const found = find(text, leaves, citation);
    if (!found) missing.add(index);
    else stretches.push({ id: `c${index}`, kind: "citation", n: citation.n, on: index === shown, ...found });
  }
  return { stretches, missing };
}

/** What quotes leave out or add: white space, markup, the targets of links. Cells of tables stand apart by "·" in them. */
const MARKS = /\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s+"[^"]*")?\)|[\s*_~`#>|[\]!·]/gu;
const BULLETS = /^[ \t]*(?:[-*+•–]|\d{1,4}[.)])[ \t]+/gmu;

const bare = (text: string) => text.replace(MARKS, "");

type Letters = {
  /** The letters of all leaves in a row, without what quotes leave out. */
  all: string;
  /** For each leaf, where its letters begin. */
  starts: readonly number[];
};

function lettersOf(leaves: readonly Block[]): Letters {
  let at = 0;
  const pieces = leaves.map((leaf) => bare(plainOf(leaf)));
  const starts = pieces.map((piece) => {
    at += piece.length;
    return at - piece.length;
  });
  return { all: pieces.join(""), starts };
}

/** The place of a citation: the picture whose description it quotes, or that of its words, where they stand several times, those nearest to the place that it states. */
function find(text: Letters, leaves: readonly Block[], citation: Citation): TextRange | undefined {
  const pictured = leaves.findIndex(({ image }) => image?.said && image.said.passage === citation.passage);
  if (pictured >= 0) return { start: { leaf: pictured, offset: 0 }, end: { leaf: pictured, offset: 0 } };
  const near = expected(text, leaves, citation);
  for (const quote of [citation.quote, citation.quote.replace(BULLETS, "")]) {
    const words = bare(quote);
    const at = words === "" ? -1 : nearest(text.all, words, near);
    if (at >= 0) {
      return {
        start: positionOf(text, leaves, at),
        end: after(leaves, positionOf(text, leaves, at + words.length - 1)),
      };
    }
  }
  return undefined;
}

/** The letter at which a citation says that it begins: by passage and character, else by page or second. */
function expected({ starts }: Letters, leaves: readonly Block[], { passage, span, page, second }: Citation): number {
  if (passage !== undefined) {
    const [from = 0] = span ?? [];
    const leaf = leaves.findLastIndex(
      ({ from: at }) => at && (at.passage < passage || (at.passage === passage && at.offset <= from)),
    );
    const begun = leaves[leaf];
    if (!begun) return 0;
    const inside = begun.from?.passage === passage ? from - begun.from.offset : 0;
    const plain = plainOf(begun);
    return (starts[leaf] ?? 0) + bare(plain.slice(0, indexOf(plain, inside))).length;
  }
  const there = leaves.findIndex((leaf) => (page !== undefined ? leaf.page === page : leaf.second === second));
  return starts[there] ?? 0;
}

function nearest(all: string, words: string, near: number): number {
  const before = all.lastIndexOf(words, near);
  const behind = all.indexOf(words, near);
  if (before < 0 || behind < 0) return Math.max(before, behind);
  return near - before < behind - near ? before : behind;
}

/** The place of a letter. */
function positionOf({ starts }: Letters, leaves: readonly Block[], at: number): Position {
  const leaf = starts.findLastIndex((start) => start <= at);
  const plain = plainOf(leaves[leaf] as Block);
  let left = at - (starts[leaf] ?? 0);
  let from = 0;
  for (const { 0: mark, index } of plain.matchAll(MARKS)) {
    if (left < index - from) break;
    left -= index - from;
    from = index + mark.length;
  }
  return { leaf, offset: lengthOf(plain.slice(0, from + left)) };
}

/** The place behind the character at a place. */
function after(leaves: readonly Block[], { leaf, offset }: Position): Position {
  const length = lengthOf(plainOf(leaves[leaf] as Block));
  return { leaf, offset: Math.min(offset + 1, length) };
}
