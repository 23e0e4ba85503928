import type { Kind } from "../model";

/** The word by which a card of each kind leads out. */
export const LABELS: Record<Kind, string> = {
  link: "Page",
  video: "Video",
  tweet: "Tweet",
  note: "Note",
  document: "Document",
};
