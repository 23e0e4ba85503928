import { useCallback, useEffect, useRef, useState } from "react";
import { afterwards } from "@/lib/afterwards";
import { type Category, degreeOf, EMPTY_QUESTION, type Found } from "./model";

export type AnsweredState = {
  phase: "answered";
  question: string;
  category: Category;
  found: Found;
  /** When the answer began to come. */
  at: Date;
  /** More of it is to come. */
  answering: boolean;
  /** Said when it ends too early. */
  cutOff?: string;
};

export type AskState =
  | { phase: "idle" }
  | { phase: "searching" }
  | { phase: "failed"; message: string }
  | AnsweredState;

export const UNEXPECTED = "An unexpected error occurred";

// Asking comes after the page too.
const loadFollow = () => import("./follow");

/** Whether all of an answer has come. */
export function isWhole(state: AskState | undefined): state is AnsweredState {
  return state?.phase === "answered" && !state.answering && !state.cutOff;
}

/** What is said of it, then, to whoever does not see it. */
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

const IDLE: AskState = { phase: "idle" };

/**
 * One question at a time: a new one, or typing on, lets go of the one before, and its late answer is dropped. `prepare`
 * brings what showing an answer needs, while it is searched for. It must keep its identity.
 */
export function useAsk(prepare: () => Promise<unknown>): {
  state: AskState;
  ask: (question: string, category: Category) => void;
  clear: () => void;
} {
  const [state, setState] = useState<AskState>(IDLE);
  const current = useRef<AbortController>(undefined);

  const ask = useCallback(
    (text: string, category: Category) => {
      current.current?.abort();
      const question = text.trim();
      if (question === "") {
        setState({ phase: "failed", message: EMPTY_QUESTION });
        return;
      }
      const controller = new AbortController();
      current.current = controller;
      setState({ phase: "searching" });
      loadFollow().then(
        ({ follow }) => {
          if (!controller.signal.aborted) void follow(question, category, controller.signal, prepare, setState);
        },
        (error) => {
          console.error("loading what asks failed", error);
          if (!controller.signal.aborted) setState({ phase: "failed", message: UNEXPECTED });
        },
      );
    },
    [prepare],
  );

  const clear = useCallback(() => {
    current.current?.abort();
    setState(IDLE);
  }, []);

  // It is there, then, also when the server is not. Should it fail, asking tells.
  useEffect(() => afterwards(() => Promise.all([loadFollow(), prepare()]).catch(() => {})), [prepare]);

  useEffect(() => () => current.current?.abort(), []);

  return { state, ask, clear };
}
