import { useCallback, useEffect, useRef, useState } from "react";
import { afterwards } from "@/lib/afterwards";
import { type AskState, UNEXPECTED } from "./ask-state";
import { type Category, EMPTY_QUESTION } from "./model";

// The code that asks is loaded after the page.
const loadRunSearch = () => import("./run-search");

const IDLE: AskState = { phase: "idle" };

/**
 * Runs one question at a time: a new question or further typing aborts the one before. `prepare` loads the code that shows
 * answers, during the search. It must keep its identity.
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
      loadRunSearch().then(
        ({ runSearch }) => {
          if (!controller.signal.aborted) void runSearch(question, category, controller.signal, prepare, setState);
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

  // Loaded early, for when the server can't be reached later. A failure shows when the user asks.
  useEffect(() => afterwards(() => Promise.all([loadRunSearch(), prepare()]).catch(() => {})), [prepare]);

  useEffect(() => () => current.current?.abort(), []);

  return { state, ask, clear };
}
