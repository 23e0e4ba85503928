/** The marks of a list, by their memories. Pure. */

import { compare } from "@/document/range";
import { dayText } from "@/lib/day-text";
import type { Listed } from "./model";

export type Group = { memory: Listed["memory"]; marks: Listed[] };

/** One group for each memory, in the order of the list; within it the marks stand as in the text. */
export function groupsOf(highlights: readonly Listed[]): Group[] {
  const groups = new Map<string, Group>();
  for (const one of highlights) {
    const group = groups.get(one.memoryId);
    if (group) group.marks.push(one);
    else groups.set(one.memoryId, { memory: one.memory, marks: [one] });
  }
  for (const { marks } of groups.values()) {
    marks.sort((a, b) => Number(a.orphaned) - Number(b.orphaned) || compare(a.start, b.start));
  }
  return [...groups.values()];
}

/** A guess at the height of a group on the page, in pixels. */
export function heightOf({ marks }: Group, letters = 72): number {
  const lines = (text: string) => Math.ceil(text.length / letters);
  return marks.reduce((sum, { quote, remark }) => sum + 92 + lines(quote) * 29 + lines(remark) * 24, 76);
}

const DAY = 86_400_000;

/** When it was marked, in words: "today", "10 days ago", "a year ago today", "Nov 14". */
export function sinceText(at: Date, now: Date): string {
  const midnight = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
  const days = Math.round((midnight(now) - midnight(at)) / DAY);
  if (days <= 0) return "today";
  if (days === 1) return "yesterday";
  if (days < 60) return `${days} days ago`;
  const years = now.getFullYear() - at.getFullYear();
  const sameDay = now.getMonth() === at.getMonth() && now.getDate() === at.getDate();
  if (sameDay) return years === 1 ? "a year ago today" : `${years} years ago today`;
  return `on ${dayText(at, now)}`;
}

/** How many are shown, in words. */
export function countText(count: number, more: boolean): string {
  if (more) return `The newest ${count} marks`;
  return count === 1 ? "1 mark" : `${count} marks`;
}
