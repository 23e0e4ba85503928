/** What a memory is, and which of them a tab shows. Pure: no network, no React. */

import type { components } from "@/api/schema";
import { grouped } from "@/lib/grouped";
import { hostName } from "@/lib/host-name";
import { arrivalText } from "./when";

export type Memory = components["schemas"]["Memory"];
export type NewMemory = components["schemas"]["AddInputBody"];
export type Kind = Memory["type"];

export type TabId = "all" | Kind | "spaces";

export const TABS: readonly { id: TabId; label: string }[] = [
  { id: "all", label: "All Memories" },
  { id: "link", label: "Web Pages" },
  { id: "video", label: "Videos" },
  { id: "tweet", label: "Tweets" },
  { id: "document", label: "Documents" },
  { id: "note", label: "Notes" },
  { id: "spaces", label: "Spaces" },
];

/** What a tab says that has nothing to show. */
export const EMPTY_TABS: Record<Kind, string> = {
  link: "No web pages yet. The first one you save stands here.",
  video: "No videos yet. Save a link to one, and it plays here.",
  tweet: "No tweets yet. Save a link to one before it is gone.",
  document: "No documents yet. A PDF is read from the first page to the last.",
  note: "No notes yet. Write down one thing worth keeping.",
};

export function memoriesOf(tab: TabId, memories: readonly Memory[]): readonly Memory[] {
  if (tab === "all") return memories;
  return memories.filter((memory) => memory.type === tab);
}

/** Whether it can be fetched again: there is something behind it, which is not being read already. */
export function canBeFetchedAgain({ type, status, error }: Memory): boolean {
  if (type === "note" || status === "pending") return false;
  return status === "failed" || error !== "" || type !== "document";
}

/** The address without what nobody reads: "longnow.example/essays/slow-clocks". */
export function bareAddress(link: string): string {
  return link.replace(/^https?:\/\/(www\.)?/i, "").replace(/\/$/, "");
}

/** What a card is called: its title, else the address. A note has neither. */
export function nameOf(memory: Memory): string {
  return memory.title.trim() || bareAddress(memory.link) || (memory.type === "note" ? "note" : "memory");
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

/** Who wrote a page, and for whom: "Ann Lee · The Tidewater Review". A name that its host says already is left out. */
export function bylineOf({ author = "", site = "", link }: Memory): string {
  const bare = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  const said = bare(hostName(link));
  const names = [author, site].filter((name) => name !== "" && !said.includes(bare(name)));
  return [...new Set(names)].join(" · ");
}

/** "12 pages", or nothing while nobody has counted them. */
export function pagesText({ pages = 0 }: Memory): string {
  return pages > 0 ? `${grouped(pages)} ${pages === 1 ? "page" : "pages"}` : "";
}

/** The line under the greeting. */
export function shelfLine(memories: readonly Memory[], count: number, now: Date): string {
  const newest = memories[0];
  if (!newest) return "Nothing here yet. It is quiet, and that is a good start.";
  const arrival = arrivalText(new Date(newest.createdAt), now);
  if (count === 1) return `One memory. It came in ${arrival}.`;
  return `${grouped(count)} memories. The newest came in ${arrival}.`;
}
