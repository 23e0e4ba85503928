/** How a source is called, and where it leads. */

import { safeLink } from "@/lib/safe-link";
import type { Memory } from "./model";

export function titleOf(memory: Memory | undefined): string {
  if (!memory) return "A memory";
  return memory.title || NAMELESS[memory.type] || memory.link;
}

/** What has no address, or one that opens a file to whoever has it. */
const NAMELESS: Partial<Record<Memory["type"], string>> = { note: "Your note", document: "Your document" };

/** The address of a source that may be handed on: that of an uploaded file is signed, and opens without a session. */
export function publicLink({ type, link }: Memory): string | undefined {
  return type !== "document" && /^https?:/i.test(link) ? link : undefined;
}

/** The address of a source, if it is one to follow; a document's leads to the page that is cited, as viewers of PDF take it. */
export function sourceLink({ type, link }: Memory, place: string): string | undefined {
  const page = type === "document" && /^page (\d+)$/i.exec(place)?.[1];
  return safeLink(page ? `${link.replace(/#.*/, "")}#page=${page}` : link);
}
