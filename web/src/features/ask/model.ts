/** What is asked and what comes back. Pure: no network, no React. */

import type { components } from "@/api/schema";

export const CATEGORIES = [
  { value: "all-memories", label: "All memories" },
  { value: "link", label: "Web pages" },
  { value: "video", label: "Videos" },
  { value: "tweet", label: "Tweets" },
  { value: "document", label: "Documents" },
  { value: "note", label: "Notes" },
] as const;

export type Category = (typeof CATEGORIES)[number]["value"];
export type Found = components["schemas"]["SearchAnswer"];
export type Citation = Found["citations"][number];
export type Memory = Found["content"][number];

export const EMPTY_QUESTION = "Please enter a search query";

/** An address that may become a link: never javascript: or data:. */
export function webAddress(link: string | undefined): string | undefined {
  return link && /^https?:\/\//i.test(link) ? link : undefined;
}

/** Questions that can be asked of what is really there: about the newest page, document, video or tweet with a short title. */
export function exampleQuestions(memories: readonly Memory[]): string[] {
  const phrase: Partial<Record<Memory["type"], (title: string) => string>> = {
    link: (title) => `What does “${title}” say?`,
    document: (title) => `What is in ${title}?`,
    video: (title) => `What is “${title}” about?`,
  };
  const taken = new Set<Memory["type"]>();
  const questions: string[] = [];
  for (const { type, title, status } of memories) {
    const ask = phrase[type];
    if (!ask || taken.has(type) || status !== "ready" || title.length === 0 || title.length > 40) continue;
    taken.add(type);
    questions.push(ask(title));
  }
  return questions;
}
