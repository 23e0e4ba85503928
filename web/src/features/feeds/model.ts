/** The feeds that a person follows, and their words. Pure. */

import type { components } from "@/api/schema";
import { dayText } from "@/lib/day-text";
import { grouped } from "@/lib/grouped";
import { time12h } from "@/lib/time-12h";

export type Feed = components["schemas"]["Feed"];

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** When a feed was read last, roughly, and when it is read next. */
export function checkedText({ status, checkedAt, nextAt }: Feed, now: Date): string {
  if (status === "paused") return "Paused";
  const read = checkedAt ? `Read ${pastText(new Date(checkedAt), now)}` : "Not read yet";
  const next = nextAt ? new Date(nextAt).getTime() - now.getTime() : 0;
  if (next < MINUTE) return read;
  return `${read}, next ${next < HOUR ? `in ${Math.ceil(next / MINUTE)} min` : `at ${time12h(new Date(nextAt ?? ""))}`}`;
}

function pastText(at: Date, now: Date): string {
  const past = now.getTime() - at.getTime();
  if (past < MINUTE) return "just now";
  if (past < HOUR) return `${Math.floor(past / MINUTE)} min ago`;
  return past < 24 * HOUR ? `at ${time12h(at)}` : `on ${dayText(at, now)}`;
}

/** "12 saved, 3 unread". */
export function itemsText({ items, unread }: Feed): string {
  if (items === 0) return "Nothing from it yet";
  return unread > 0 ? `${grouped(items)} saved, ${grouped(unread)} unread` : `${grouped(items)} saved, all read`;
}

/** "1 memory", "12 memories". */
export function memoriesText(count: number): string {
  return `${grouped(count)} ${count === 1 ? "memory" : "memories"}`;
}
