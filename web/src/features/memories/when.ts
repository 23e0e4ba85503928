/** Times as a person says them. All are local to the reader. */

import { dayText } from "@/lib/day-text";
import { time12h } from "@/lib/time-12h";
import { daysAgo } from "./arrival";

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
