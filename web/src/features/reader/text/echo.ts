/** What of a text stands on the page already, or stands in for a text. Pure. */

import { type Block, plainOf } from "@/document/tree";
import type { Memory } from "@/memory/kinds";

/**
 * Returns which blocks to show, the last exclusive. Left out are the title, a description that the text repeats, the address
 * behind what is known of a page, and the title that stands in for a text that could not be read.
 */
export function shownOf(blocks: readonly Block[], memory: Memory): { from: number; to: number } {
  const to = blocks.length - (memory.link !== "" && wordsOf(blocks.at(-1)) === memory.link ? 1 : 0);
  if (memory.status === "failed" && to <= 1 && wordsOf(blocks[0]) === bare(memory.title)) return { from: 0, to: 0 };
  return { from: memory.type === "document" ? 0 : echoed(blocks.slice(0, to), memory.title), to };
}

function echoed(blocks: readonly Block[], title: string): number {
  const end = blocks.findIndex((block, index) => {
    const [words, next] = [wordsOf(block), wordsOf(blocks[index + 1])];
    return next === "" || (words !== bare(title) && !next.startsWith(words.replace(/…$/u, "")));
  });
  return Math.max(end, 0);
}

/** What a page says of itself, to stand below its title; nothing where its text begins with that. */
export function standOf({ type, status, description }: Memory, leaves: readonly Block[]): string {
  const said = bare(description).replace(/(…|\.\.\.)$/u, "");
  if (type !== "link" || status !== "ready" || said === "" || leaves.length < 3) return "";
  return leaves.slice(0, 4).some((leaf) => bare(plainOf(leaf)).startsWith(said)) ? "" : bare(description);
}

/** The words of a paragraph or a heading; none of anything else. */
function wordsOf(block: Block | undefined): string {
  return block?.kind === "paragraph" || block?.kind === "heading" ? bare(plainOf(block)) : "";
}

const bare = (text: string) => text.replace(/\s+/gu, " ").trim();
