/** The headings of a text, for its outline. Pure. */

import { type Block, plainOf } from "@/document/tree";

export type Entry = {
  leaf: number;
  text: string;
  /** Stands below the entry before it. */
  sub: boolean;
};

/** An outline has the two highest ranks of headings, and no more entries than can be looked over. */
const RANKS = 2;
const MOST = 200;

/** The outline of a text whose blocks from a leaf on are shown; empty if there is just one heading. */
export function outlineOf(leaves: readonly Block[], from = 0): readonly Entry[] {
  const all = [...leaves.entries()].filter(
    ([leaf, block]) => leaf >= from && block.kind === "heading" && plainOf(block).trim() !== "",
  );
  const levels = [...new Set(all.map(([, { level = 1 }]) => level))].sort((a, b) => a - b).slice(0, RANKS);
  const entries = all
    .filter(([, { level = 1 }]) => levels.includes(level))
    .map(([leaf, block]) => ({ leaf, text: plainOf(block).trim(), sub: (block.level ?? 1) !== levels[0] }));
  return entries.length > 1 ? entries.slice(0, MOST) : [];
}
