import { useCallback, useEffect, useRef, useState } from "react";
import { ApiError, messageOf } from "@/api/errors";
import { search } from "./api";
import { type Category, EMPTY_QUESTION, type Found } from "./model";

export type AskState =
  | { phase: "idle" }
  | { phase: "searching" }
  | { phase: "failed"; message: string }
  | { phase: "answered"; found: Found; at: Date };

const IDLE: AskState = { phase: "idle" };

function failureText(error: unknown): string {
  return error instanceof ApiError
    ? messageOf(error, "An error occurred during search")
    : "An unexpected error occurred";
}

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
    (question: string, category: Category) => {
      current.current?.abort();
      const query = question.trim();
      if (query === "") {
        setState({ phase: "failed", message: EMPTY_QUESTION });
        return;
      }
      const controller = new AbortController();
      current.current = controller;
      setState({ phase: "searching" });
      Promise.all([search(query, category, controller.signal), prepare()]).then(
        ([found]) => controller.signal.aborted || setState({ phase: "answered", found, at: new Date() }),
        (error) => {
          if (controller.signal.aborted) return;
          if (!(error instanceof ApiError)) console.error("search failed", error);
          setState({ phase: "failed", message: failureText(error) });
        },
      );
    },
    [prepare],
  );

  const clear = useCallback(() => {
    current.current?.abort();
    setState(IDLE);
  }, []);

  useEffect(() => () => current.current?.abort(), []);

  return { state, ask, clear };
}
