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

/** How well memories answer. "spoken": nothing was asked of them, as with a greeting. */
export function degreeOf({ answered, degree }: Found): NonNullable<Found["degree"]> | "spoken" {
  return answered ? "answered" : (degree ?? "spoken");
}

export function isCategory(text: string): text is Category {
  return CATEGORIES.some(({ value }) => value === text);
}

export const EMPTY_QUESTION = "Please enter a search query";
