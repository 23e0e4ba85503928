/** The blocks of a document that its words refer to, such as footnotes. Pure. */

import { type Block, leafCount, type Span, spansIn } from "./tree";

export type Anchored = {
  /** The block with the anchor; of a list's item, all of the item. */
  blocks: readonly Block[];
  /** The number of its first leaf. */
  leaf: number;
  /** Of a note: the first leaf with its sign. */
  by?: number;
  /** The note itself leads back there. */
  leadsBack?: boolean;
};

type Reference = { to: string; words: string; leaf: number };

/** Finds what every anchor names. */
export function anchorsOf(blocks: readonly Block[]): ReadonlyMap<string, Anchored> {
  const named = new Map<string, Anchored>();
  const references: Reference[] = [];
  visit(blocks, 0);
  for (const { to, words, leaf } of references) {
    const goal = named.get(to);
    if (!goal || goal.by !== undefined || isHeading(goal) || !isSign(words) || leaf === goal.leaf) continue;
    goal.by = leaf;
    goal.leadsBack = spansIn(goal.blocks).some(({ ref, text = "" }) => ref !== undefined && isWayBack(text));
  }
  return named;

  function visit(all: readonly Block[], first: number, item?: readonly Block[]): void {
    let leaf = first;
    for (const [index, block] of all.entries()) {
      const { anchor, items } = block;
      if (anchor && !named.has(anchor)) named.set(anchor, { blocks: (index === 0 && item) || [block], leaf });
      references.push(...referencesIn(block, leaf));
      visit(block.blocks ?? [], leaf);
      let next = leaf;
      for (const one of items ?? []) {
        visit(one ?? [], next, one ?? []);
        next += (one ?? []).reduce((sum, inner) => sum + leafCount(inner), 0);
      }
      leaf += leafCount(block);
    }
  }
}

export const isHeading = ({ blocks }: Anchored) => blocks[0]?.kind === "heading";

function referencesIn({ spans, rows }: Block, leaf: number): Reference[] {
  const cells = (rows ?? []).flatMap((row) => (row ?? []).flatMap((cell) => cell ?? []));
  return [...(spans ?? []), ...cells].flatMap(({ ref, text = "" }: Span) =>
    ref ? [{ to: ref, words: text, leaf }] : [],
  );
}

/** Whether words are the sign of a note, such as "12", "[3]" or "*", and not words that lead elsewhere. */
export function isSign(words: string): boolean {
  return /^\s*[[(]?(\d{1,3}|[a-z]|[*†‡§¶]{1,3})[\])]?\s*$/iu.test(words);
}

/** Whether words lead from a note back to the text. */
export function isWayBack(words: string): boolean {
  const bare = words.replace(/\s|\ufe0e|\ufe0f/gu, "");
  return bare !== "" && /^[↩↑⏎^]+$/u.test(bare);
}
