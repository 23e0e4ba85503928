import { useCallback, useEffect, useRef, useState } from "react";
import { ApiError, messageOf } from "@/api/errors";
import { search } from "./api";
import { type Category, EMPTY_QUESTION, type Found } from "./model";

export type Answered = {
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
  | ({ phase: "answered" } & Answered);

const IDLE: AskState = { phase: "idle" };

function failureText(error: unknown): string {
  return error instanceof ApiError
    ? messageOf(error, "An error occurred during search")
    : "An unexpected error occurred";
}

function cutOffText(error: unknown): string {
  return `The answer was cut off here. ${messageOf(error, "What has come of it stays.")}`;
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
      void follow(question, category, controller.signal, prepare, setState);
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

/** Searches, and shows what comes until the signal is aborted. Never rejects. */
async function follow(
  question: string,
  category: Category,
  signal: AbortSignal,
  prepare: () => Promise<unknown>,
  show: (state: AskState) => void,
): Promise<void> {
  let began: Date | undefined;
  let soFar: Found | undefined;
  const answered = (found: Found, rest: Pick<Answered, "answering" | "cutOff">): AskState => {
    began ??= new Date();
    return { phase: "answered", question, category, found, at: began, ...rest };
  };
  const prepared = prepare();
  const frames = eachFrame(signal, () => {
    if (soFar?.answer || soFar?.content.length) show(answered(soFar, { answering: true }));
  });
  try {
    const [found] = await Promise.all([
      search(question, category, signal, (part) => {
        soFar = part;
        // Until what draws it has come, an answer can't be shown; the skeleton stays.
        void prepared.then(frames.ask, () => {});
      }),
      prepared,
    ]);
    if (!signal.aborted) show(answered(found, { answering: false }));
  } catch (error) {
    if (signal.aborted) return;
    if (!(error instanceof ApiError)) console.error("search failed", error);
    const shown = await prepared.then(
      () => soFar,
      () => undefined,
    );
    if (shown?.answer) show(answered(shown, { answering: false, cutOff: cutOffText(error) }));
    else show({ phase: "failed", message: failureText(error) });
  } finally {
    frames.stop();
  }
}

/** Does something at most once a frame, however often it is asked to, until it is stopped or the signal is aborted. */
function eachFrame(signal: AbortSignal, work: () => void): { ask: () => void; stop: () => void } {
  let frame = 0;
  let stopped = false;
  return {
    ask: () => {
      if (frame || stopped) return;
      frame = requestAnimationFrame(() => {
        frame = 0;
        if (!stopped && !signal.aborted) work();
      });
    },
    stop: () => {
      stopped = true;
      cancelAnimationFrame(frame);
    },
  };
}
