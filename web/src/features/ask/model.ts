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

export function isCategory(text: string): text is Category {
  return CATEGORIES.some(({ value }) => value === text);
}

export const EMPTY_QUESTION = "Please enter a search query";

const PHRASES: Partial<Record<Memory["type"], (title: string) => string>> = {
  link: (title) => `What does “${title}” say?`,
  document: (title) => `What is in ${title}?`,
  note: (title) => `What did I note about “${title}”?`,
};

/**
 * Questions that can be asked of what is really there: about the newest page, document and note that was read and has a
 * short title of its own. Figures alone say nothing, nor does the piece of its address by which a page without a title goes.
 */
export function exampleQuestions(memories: readonly Memory[]): string[] {
  const questions = new Map<Memory["type"], string>();
  for (const { type, title, status, link } of memories) {
    const phrase = PHRASES[type];
    const telling = /\p{L}{2}/u.test(title) && title.length <= 40 && !(type === "link" && link.includes(title));
    if (!phrase || questions.has(type) || status !== "ready" || !telling) continue;
    questions.set(type, phrase(title.replace(/[\s.…]+$/u, "")));
  }
  return [...questions.values()];
}
