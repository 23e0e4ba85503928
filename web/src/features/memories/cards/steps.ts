import { readSoFar } from "@/lib/read-so-far";
import type { Kind, Memory } from "../model";

/** A note has nothing to fetch. */
const FETCHING: Record<Exclude<Kind, "note">, string> = {
  link: "Fetching the page",
  video: "Looking up the video",
  tweet: "Fetching the tweet",
  document: "Opening the document",
};

/** What is happening to a memory that is on its way. */
export function stepText(memory: Memory): string {
  const { type, step } = memory;
  if (step !== "picturing" && memory.pagesRead) return readSoFar(memory);
  if (step === "reading") return "Reading it";
  if (step === "picturing") return "Keeping its picture";
  if (step === "fetching" && type !== "note") return FETCHING[type];
  return "Waiting for its turn";
}

/** Whether somebody works on it just now. */
export function isUnderWay({ step }: Memory): boolean {
  return step !== undefined && step !== "waiting";
}
