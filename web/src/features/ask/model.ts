/** What is asked and what comes back. Pure: no network, no React. */

import type { components } from "@/api/schema";
import { ALL_KINDS, KINDS, type Kind } from "@/memory/kinds";

export type Category = Kind | "all-memories";

export const CATEGORIES: readonly { value: Category; label: string }[] = [
  { value: "all-memories", label: "All memories" },
  ...ALL_KINDS.map((value) => ({ value, label: KINDS[value].plural })),
];
export type Found = components["schemas"]["SearchAnswer"];
export type Citation = Found["citations"][number];

/** How well memories answer. "spoken": nothing was asked of them, as with a greeting. */
export function degreeOf({ answered, degree }: Found): NonNullable<Found["degree"]> | "spoken" {
  return answered ? "answered" : (degree ?? "spoken");
}

export function isCategory(text: string): text is Category {
  return CATEGORIES.some(({ value }) => value === text);
}

export const EMPTY_QUESTION = "Please enter a search query";
