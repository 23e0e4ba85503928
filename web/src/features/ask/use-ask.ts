import { useCallback, useEffect, useRef, useState } from "react";
import { afterwards } from "@/lib/afterwards";
import { type AskState, UNEXPECTED } from "./ask-state";
import { type Category, EMPTY_QUESTION } from "./model";

// Asking comes after the page too.
const loadFollow = () => import("./follow");

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
