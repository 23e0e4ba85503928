import { dayText } from "@/lib/day-text";

/** "You saved this already, on May 3.", with the year when it was another; local to the reader. */
export function savedText(at: Date, now: Date): string {
  if (at.toDateString() === now.toDateString()) return "You saved this already, today.";
  return `You saved this already, on ${dayText(at, now)}.`;
}
