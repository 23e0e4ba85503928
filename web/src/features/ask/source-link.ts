/** How a source is called, and where it leads. */

import { safeLink } from "@/lib/safe-link";
import type { Memory } from "./model";

export function titleOf(memory: Memory | undefined): string {
  if (!memory) return "A memory";
  return memory.title || (memory.type === "note" ? "Your note" : memory.link);
}

/** The address of a source, if it is one to follow; a document's leads to the page that is cited, as viewers of PDF take it. */
export function sourceLink({ type, link }: Memory, place: string): string | undefined {
  const page = type === "document" && /^page (\d+)$/i.exec(place)?.[1];
  return safeLink(page ? `${link.replace(/#.*/, "")}#page=${page}` : link);
}
