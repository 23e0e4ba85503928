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
  // The text has the title that was captured, whatever the user calls it.
  const title = memory.captured?.title ?? memory.title;
  if (!OWN.includes(memory.type)) return { from: echoed(blocks.slice(0, to), title), to };
  const titled = memory.type === "note" && blocks[0]?.kind === "heading" && wordsOf(blocks[0]) === bare(memory.title);
  return { from: titled && to > 1 ? 1 : 0, to };
}

/** What its user wrote or uploaded is shown as it is, but for a note's heading that is its title. */
const OWN: readonly Memory["type"][] = ["document", "note"];

/** The number of blocks before the text: its title, and a description that it goes on to say. */
function echoed(blocks: readonly Block[], title: string): number {
  const isTitle = (at: number) => wordsOf(blocks[at]) === bare(title) && wordsOf(blocks[at + 1]) !== "";
  const isSaidAgain = (at: number) => {
    const [words, next] = [wordsOf(blocks[at]).replace(/…$/u, ""), wordsOf(blocks[at + 1])];
    return words !== "" && next.length > words.length && next.startsWith(words);
  };
  let from = 0;
  while (isTitle(from)) from += 1;
  if (isSaidAgain(from)) from += 1;
  while (isTitle(from)) from += 1;
  return from;
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
