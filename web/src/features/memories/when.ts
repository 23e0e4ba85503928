/** Times as a person says them. All are local to the reader. */

import { dayText, weekdayText } from "@/lib/day-text";
import { time12h } from "@/lib/time-12h";

const DAY = 86_400_000;

/** Whole calendar days from then to now, so that 11 PM yesterday is one day ago at 1 AM. */
function daysAgo(then: Date, now: Date): number {
  const midnight = (at: Date) => new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime();
  return Math.round((midnight(now) - midnight(then)) / DAY);
}

/** "Today, 8:12 AM", "Yesterday, 10:40 PM", "Nov 16, 4:25 PM", or "Nov 16, 2025" of another year. */
export function whenText(at: Date, now: Date): string {
  if (Number.isNaN(at.getTime())) return "";
  const days = daysAgo(at, now);
  if (days === 0) return `Today, ${time12h(at)}`;
  if (days === 1) return `Yesterday, ${time12h(at)}`;
  const day = dayText(at, now);
  return at.getFullYear() === now.getFullYear() ? `${day}, ${time12h(at)}` : day;
}

/** "Today", "Yesterday", "Nov 16", or "Nov 16, 2025" of another year. */
export function savedDay(at: Date, now: Date): string {
  if (Number.isNaN(at.getTime())) return "";
  return ["Today", "Yesterday"][daysAgo(at, now)] ?? dayText(at, now);
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
