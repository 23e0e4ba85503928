/** Conversations as the server returns them. Pure: no network, no React. */

import type { components } from "@/api/schema";
import { dayText } from "@/lib/day-text";
import { time12h } from "@/lib/time-12h";

type Schemas = components["schemas"];

export type Listed = Schemas["Conversation"];
export type Conversation = Schemas["ConversationAnswer"];

/** Returns when it was last used: the time if that was today, else the day. */
export function whenText(at: Date, now: Date): string {
  return at.toDateString() === now.toDateString() ? `Today, ${time12h(at)}` : dayText(at, now);
}

export function turnsText(turns: number): string {
  return turns === 1 ? "1 question" : `${turns} questions`;
}

/** Returns the number of results that are loaded so far, in words. */
export function foundText(count: number, more: boolean): string {
  if (more) return `More than ${count} conversations found`;
  return count === 1 ? "1 conversation found" : `${count} conversations found`;
}
