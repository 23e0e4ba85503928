/** The feeds that a person follows, and their words. Pure. */

import type { components } from "@/api/schema";
import { dayText } from "@/lib/day-text";
import { grouped } from "@/lib/grouped";
import { time12h } from "@/lib/time-12h";

export type Feed = components["schemas"]["Feed"];

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** When a feed was read last, roughly, and when it is read next. */
export function checkedText(feed: Feed, now: Date): string {
  const { status, checkedAt } = feed;
  if (status === "paused") return "Paused";
  if (status === "leaving") return "No longer followed";
  const read = checkedAt ? `Read ${pastText(new Date(checkedAt), now)}` : "Not read yet";
  const next = nextText(feed, now);
  return next ? `${read}, ${status === "failing" ? "tried again" : "next"} ${next}` : read;
}

/** "in 50 min", "at 3:20 PM"; empty where it is not far or never. */
function nextText({ nextAt }: Feed, now: Date): string {
  const next = nextAt ? new Date(nextAt).getTime() - now.getTime() : 0;
  if (next < MINUTE) return "";
  return next < HOUR ? `in ${Math.ceil(next / MINUTE)} min` : `at ${time12h(new Date(nextAt ?? ""))}`;
}

/** What came of a check, which left a feed as it is `after`. */
export function checkWords(before: Feed, after: Feed, now: Date): { good: boolean; text: string } {
  const next = nextText(after, now) || "soon";
  if (after.checkedAt !== before.checkedAt)
    return { good: true, text: `${after.title} was read. ${after.message}`.trim() };
  if (after.status === "ok") return { good: true, text: `${after.title} is read ${next}: its site is busy` };
  const again = after.status === "failing" ? ` It is tried again ${next}.` : "";
  return { good: false, text: `${after.title}: ${after.message}${again}` };
}

function pastText(at: Date, now: Date): string {
  const past = now.getTime() - at.getTime();
  if (past < MINUTE) return "just now";
  if (past < HOUR) return `${Math.floor(past / MINUTE)} min ago`;
  return past < 24 * HOUR ? `at ${time12h(at)}` : `on ${dayText(at, now)}`;
}

/** "12 saved, 3 unread". */
export function itemsText({ status, items, unread }: Feed): string {
  if (status === "leaving") return `${memoriesText(items)} still to be deleted`;
  if (items === 0) return "Nothing from it yet";
  return unread > 0 ? `${grouped(items)} saved, ${grouped(unread)} unread` : `${grouped(items)} saved, all read`;
}

/** "1 memory", "12 memories". */
export function memoriesText(count: number): string {
  return `${grouped(count)} ${count === 1 ? "memory" : "memories"}`;
}
