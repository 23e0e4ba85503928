/** Places in a memory. */

import type { Memory } from "./kinds";

/** The address of a memory; of a document at a page, as viewers of PDF take it. */
export function linkAt({ type, link }: Pick<Memory, "type" | "link">, page: number | undefined): string {
  return type === "document" && page !== undefined ? `${link.replace(/#.*/, "")}#page=${page}` : link;
}
