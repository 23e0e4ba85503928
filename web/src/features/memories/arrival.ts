/** How long ago the newest memory arrived, in words. Local to the reader. */

import { dayText, weekdayText } from "@/lib/day-text";

const DAY = 86_400_000;

/** Whole calendar days from then to now, so that 11 PM yesterday is one day ago at 1 AM. */
export function daysAgo(then: Date, now: Date): number {
  const midnight = (at: Date) => new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime();
  return Math.round((midnight(now) - midnight(then)) / DAY);
}

/** The end of "The newest came in ...": "this morning", "yesterday", "on Monday", "on Nov 4". */
export function arrivalText(at: Date, now: Date): string {
  const days = daysAgo(at, now);
  if (days <= 0) {
    const hour = at.getHours();
    return hour < 12 ? "this morning" : hour < 18 ? "this afternoon" : "this evening";
  }
  if (days === 1) return "yesterday";
  if (days < 7) return `on ${weekdayText(at)}`;
  return `on ${dayText(at, now)}`;
}
