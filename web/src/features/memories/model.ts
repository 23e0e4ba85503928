/** Which memories a tab shows, and the line under the greeting. Pure: no network, no React. */

import type { components } from "@/api/schema";
import { grouped } from "@/lib/grouped";
import type { Kind, Memory } from "@/memory/kinds";
import { arrivalText } from "./arrival";

export type NewMemory = components["schemas"]["AddInputBody"];

export type TabId = "all" | Kind | "spaces";

export function memoriesOf(tab: TabId, memories: readonly Memory[]): readonly Memory[] {
  if (tab === "all") return memories;
  return memories.filter((memory) => memory.type === tab);
}

/** The line under the greeting. */
export function shelfLine(memories: readonly Memory[], count: number, now: Date): string {
  const newest = memories[0];
  if (!newest) return "Nothing here yet. It is quiet, and that is a good start.";
  const arrival = arrivalText(new Date(newest.createdAt), now);
  if (count === 1) return `One memory. It came in ${arrival}.`;
  return `${grouped(count)} memories. The newest came in ${arrival}.`;
}
