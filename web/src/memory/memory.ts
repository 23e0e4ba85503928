/** The texts about one memory, wherever it is shown. Pure: no network, no React. */

import { grouped } from "@/lib/grouped";
import { hostName } from "@/lib/host-name";
import { readSoFar } from "@/lib/read-so-far";
import { KINDS, type Memory } from "./kinds";

/** Returns an address for display: "longnow.example/essays/slow-clocks". */
export function bareAddress(link: string): string {
  return link.replace(/^https?:\/\/(www\.)?/i, "").replace(/\/$/, "");
}

/** Its title, else who wrote the tweet, else its address, else its kind. */
export function titleOf({ title, type, author, link }: Pick<Memory, "title" | "type" | "author" | "link">): string {
  if (title.trim()) return title.trim();
  if (type === "tweet" && author) return `Tweet by ${author}`;
  const { own, label } = KINDS[type];
  return (!own && bareAddress(link)) || label;
}

/** Who wrote it, and for whom. A name that its host says already is left out. */
export function makersOf({ author = "", site = "", link }: Memory): string[] {
  const bare = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  const said = bare(hostName(link));
  return [...new Set([author, site])].filter((name) => name !== "" && !said.includes(bare(name)));
}

/** Who wrote a page, and for whom: "Ann Lee · The Tidewater Review". */
export function bylineOf(memory: Memory): string {
  return makersOf(memory).join(" · ");
}

/** "12 pages", or nothing while the number is unknown. */
export function pagesText({ pages = 0 }: Memory): string {
  return pages > 0 ? `${grouped(pages)} ${pages === 1 ? "page" : "pages"}` : "";
}

/** Whether there is a page behind it that may have changed since it was read. */
export function canFetchAgain({ type, status, error }: Memory): boolean {
  return status === "ready" && !error && !KINDS[type].own;
}

/** Whether it was not read, or in part, and may fare better another time. */
export function canRetry({ type, status, error }: Memory): boolean {
  return type !== "note" && (status === "failed" || (status === "ready" && error !== ""));
}

/** What is happening to a memory that is on its way. */
export function stepText(memory: Memory): string {
  const { type, step } = memory;
  if (step !== "picturing" && memory.pagesRead) return readSoFar(memory);
  if (step === "reading") return "Reading it";
  if (step === "picturing") return "Keeping its picture";
  return step === "fetching" ? KINDS[type].fetching : "Waiting for its turn";
}

/** Returns whether it is being captured now. */
export function isUnderWay({ step }: Memory): boolean {
  return step !== undefined && step !== "waiting";
}

/** Whether it waits to be read: a note is the person's own, and what is on its way can't be. */
export function isUnread({ type, status, progress }: Memory): boolean {
  return type !== "note" && status === "ready" && progress === undefined;
}
