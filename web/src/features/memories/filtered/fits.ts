/** Whether a memory still fits a filter, as far as this page knows. Pure. */

import type { Word } from "@/memory/filter/words";
import type { Memory } from "@/memory/kinds";
import { tagKey } from "@/memory/tags/names";

/** False when a memory fits no more; what only the server knows counts as fitting. */
export function mayFit(memory: Memory, words: readonly Word[]): boolean {
  const asksArchived = words.some(({ key, value, not }) => key === "is" && value === "archived" && !not);
  if (memory.archived && !asksArchived) return false;
  return words.every((word) => (holds(memory, word) ?? !word.not) !== (word.not ?? false));
}

/** Undefined where only the server knows. */
function holds(memory: Memory, { key, value }: Word): boolean | undefined {
  if (key === "tag") return memory.tags.some((tag) => tagKey(tag) === tagKey(value));
  if (key !== "is") return undefined;
  switch (value) {
    case "starred":
      return memory.starred === true;
    case "archived":
      return memory.archived === true;
    case "unread":
      return memory.type !== "note" && memory.progress === undefined;
    case "tagged":
      return memory.tags.length > 0;
    case "failed":
    case "pending":
      return memory.status === value;
  }
  return undefined;
}
