/** What belongs to an opened memory. Pure: no network, no React. */

import type { components } from "@/api/schema";

export type Related = components["schemas"]["RelatedMemory"];
type Passage = components["schemas"]["MetPassage"];

/** The characters of a quote at most. */
const LONG = 180;

const sentences = (text: string) =>
  text
    .split(/(?<=[.!?。！？])\s+|\n+/u)
    .map((s) => s.trim())
    .filter(Boolean);
const words = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? []);

/** The sentence of a passage that has most in common with the other, short enough to be read at a glance. */
export function quoteOf(there: Passage, here: Passage): string {
  const common = words(here.text);
  let best = "";
  let most = -1;
  for (const sentence of sentences(there.text)) {
    const shared = [...words(sentence)].filter((word) => common.has(word)).length;
    if (shared > most) [best, most] = [sentence, shared];
  }
  if (best.length <= LONG) return best;
  const cut = best.slice(0, LONG);
  return `${cut.slice(0, cut.lastIndexOf(" ") > LONG / 2 ? cut.lastIndexOf(" ") : LONG)}…`;
}

/** The fragment of a memory's address that leads to a passage. */
export function hashOf({ page, second }: Passage): string {
  if (page) return `#page-${page}`;
  return second ? `#t=${second}` : "";
}
