/** Describes when a memory was saved before. Pure. */

import type { Memory } from "./kinds";

const day = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric" });
const month = new Intl.DateTimeFormat("en-US", { month: "long" });
const year = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric" });

/** The time for which the day is shown and not the month, in milliseconds. */
const LATELY = 45 * 24 * 60 * 60 * 1000;

/** "You saved this page in March under another address." */
export function savedBefore(type: Memory["type"], at: string, now: Date): string {
  const when = whenOf(new Date(at), now);
  if (type === "link") return `You saved this page ${when} under another address.`;
  return type === "document" ? `You saved this document ${when} already.` : `You saved this ${when} already.`;
}

function whenOf(at: Date, now: Date): string {
  if (Number.isNaN(at.getTime())) return "before";
  if (now.getTime() - at.getTime() < LATELY)
    return day.format(at) === day.format(now) ? "today" : `on ${day.format(at)}`;
  return `in ${(at.getFullYear() === now.getFullYear() ? month : year).format(at)}`;
}
