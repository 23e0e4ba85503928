/** What the tabs are, and which memories each shows. Pure: no network, no React. */

import type { components } from "@/api/schema";
import { grouped } from "@/lib/grouped";
import { ALL_KINDS, KINDS, type Kind, type Memory } from "@/memory/kinds";
import { makersOf } from "@/memory/memory";
import { arrivalText } from "./when";

export type NewMemory = components["schemas"]["AddInputBody"];

export type TabId = "all" | Kind | "spaces";

/** "Web Pages". */
const capitalised = (words: string) => words.replace(/ ./g, (letter) => letter.toUpperCase());

export const TABS: readonly { id: TabId; label: string }[] = [
  { id: "all", label: "All Memories" },
  ...ALL_KINDS.map((id) => ({ id, label: capitalised(KINDS[id].plural) })),
  { id: "spaces", label: "Spaces" },
];

export function memoriesOf(tab: TabId, memories: readonly Memory[]): readonly Memory[] {
  if (tab === "all") return memories;
  return memories.filter((memory) => memory.type === tab);
}

/** The number of a tweet, out of its address: of every address that the server takes for a tweet's. */
export function tweetIdOf(link: string): string | undefined {
  if (!URL.canParse(link)) return undefined;
  const { hostname, pathname } = new URL(link);
  if (!/(^|\.)(twitter|x)\.com\.?$/.test(hostname)) return undefined;
  return /^\/(?:\w{1,20}|i(?:\/web)?)\/status(?:es)?\/(\d{1,20})(?:\/|$)/.exec(pathname)?.[1];
}

/** "@imanibuilds" from the address of a tweet, or nothing. */
export function handleOf(link: string): string | undefined {
  const name = /^https?:\/\/(?:www\.|mobile\.)?(?:twitter|x)\.com\/(\w{1,15})\/status(?:es)?\/\d+/i.exec(link)?.[1];
  return name && name !== "i" ? `@${name}` : undefined;
}

/** Who wrote a page, and for whom: "Ann Lee · The Tidewater Review". */
export function bylineOf(memory: Memory): string {
  return makersOf(memory).join(" · ");
}

/** The line under the greeting. */
export function shelfLine(memories: readonly Memory[], count: number, now: Date): string {
  const newest = memories[0];
  if (!newest) return "Nothing here yet. It is quiet, and that is a good start.";
  const arrival = arrivalText(new Date(newest.createdAt), now);
  if (count === 1) return `One memory. It came in ${arrival}.`;
  return `${grouped(count)} memories. The newest came in ${arrival}.`;
}
