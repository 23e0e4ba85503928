import { removalsOf } from "@/ui/removals";
import { removeHighlight } from "./calls";

/** Marks that are removed, which can be undone for a while. */
export const { hold: holdRemoval, useHeld } = removalsOf({
  remove: removeHighlight,
  said: "Mark removed",
  failed: () => "The mark could not be removed. Please try again.",
});
