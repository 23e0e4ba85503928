import type { components } from "./schema";

export type Term = components["schemas"]["Term"]["keep"];

/** How long conversations may be kept, in words. */
export const TERMS: Record<Term, string> = {
  always: "Kept until you delete them",
  "90-days": "Kept for 90 days after their last question",
  never: "Not kept",
};
