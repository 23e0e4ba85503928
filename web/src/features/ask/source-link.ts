/** How a source is called, and where it leads. */

import { safeLink } from "@/lib/safe-link";
import { KINDS, type Memory } from "@/memory/kinds";
import { linkAt } from "@/memory/place";

/** Returns the title that the server uses. A memory without a public address is named by its kind. */
export function sourceTitle(memory: Memory | undefined): string {
  if (!memory) return "A memory";
  const { title, type, link } = memory;
  const { own, label } = KINDS[type];
  return title || (own ? `Your ${label.toLowerCase()}` : link);
}

/** Returns the address of a source if it may be shared. An uploaded file's is signed and opens without a session. */
export function publicLink({ type, link }: Memory): string | undefined {
  return !KINDS[type].own && /^https?:/i.test(link) ? link : undefined;
}

/** The address of a source, if it is one to follow; a document's leads to the page that is cited. */
export function sourceLink(memory: Memory, page: number | undefined): string | undefined {
  return safeLink(linkAt(memory, page));
}
