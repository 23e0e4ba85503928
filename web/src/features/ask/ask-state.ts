/** The state of a question. Pure. */

import { type Category, degreeOf, type Found } from "./model";

export type AnsweredState = {
  phase: "answered";
  question: string;
  category: Category;
  found: Found;
  /** When the answer began to come. */
  at: Date;
  /** More of it is to come. */
  answering: boolean;
  /** The message shown when the stream ended early. */
  cutOff?: string;
};

export type AskState =
  | { phase: "idle" }
  | { phase: "searching" }
  | { phase: "failed"; message: string }
  | AnsweredState;

export const UNEXPECTED = "An unexpected error occurred";

/** Whether all of an answer has come. */
export function isWhole(state: AskState | undefined): state is AnsweredState {
  return state?.phase === "answered" && !state.answering && !state.cutOff;
}

/** Returns what a screen reader announces for a whole answer. */
export function wholeText(state: AskState | undefined): string {
  if (!isWhole(state)) return "";
  return WHOLE[degreeOf(state.found)];
}

const WHOLE = {
  answered: "The answer is here.",
  closest: "No sure answer was found, but what comes closest.",
  nothing: "No answer was found.",
  spoken: "The answer is here.",
};
