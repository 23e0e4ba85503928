import type { components } from "@/api/schema";
import type { Term } from "@/api/terms";
import { grouped } from "@/lib/grouped";

export type User = components["schemas"]["UserAnswer"];
export type Reading = components["schemas"]["ReadingAnswer"];

/** Returns whether passages remain to be read. */
export function isReading({ model, read, passages }: Reading): boolean {
  return model !== "" && read < passages;
}

/** Returns the progress in a line of text. */
export function readingLine({ model, read, passages }: Reading): string {
  if (model === "") return "Search goes by words alone.";
  if (passages === 0) return "Nothing to read yet.";
  if (read < passages) return `${grouped(read)} of ${grouped(passages)} passages read closely`;
  return passages === 1 ? "The only passage is read closely" : `All ${grouped(passages)} passages read closely`;
}

/** Returns what the progress means for the user's questions. */
export function readingMeaning({ model }: Reading): string {
  return model === ""
    ? "This Engram has no model that knows what texts mean, so a question finds what shares its words."
    : "Engram finds what you saved by its words at once, and by what it means once it has read it closely.";
}

/** Returns a warning about what a shorter term deletes at once. */
export function lossText(before: Term, after: Term): string {
  if (after === "never") {
    return "Every conversation is deleted at once, for good. What you ask from then on can be asked on for an hour, and stands in no list.";
  }
  if (before === "never")
    return "What you asked while nothing was kept is deleted at once. What you ask from then on is kept.";
  if (after === "90-days") return "What you have not asked on for 90 days is deleted at once, for good.";
  return "Nothing is deleted.";
}
