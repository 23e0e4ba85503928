import { useEffect, useRef, useState } from "react";
import type { Within } from "./api";
import type { AnsweredState, AskState } from "./ask-state";
import { type Category, EMPTY_QUESTION } from "./model";
import { runSearch } from "./run-search";

/** A question that was asked on, and what has come of it. */
export type FollowUp = { question: string; state: Extract<AskState, { phase: "searching" }> | AnsweredState };

/** The code that draws answers is loaded already. */
const prepared = async () => {};

type Props = Within & {
  category: Category;
  /** Loads the code that draws answers, if it is not loaded yet. */
  prepare?: () => Promise<unknown>;
};

/**
 * Asks follow-up questions, one at a time. Without a conversation, the first question that is kept begins one. A failed
 * question is not a turn.
 */
export function useFollowUps({ category, conversation: given, contentId, prepare = prepared }: Props) {
  const [turns, setTurns] = useState<readonly FollowUp[]>([]);
  const [failure, setFailure] = useState<string>();
  const current = useRef<AbortController>(undefined);
  useEffect(() => () => current.current?.abort(), []);
  const last = turns.at(-1)?.state;
  const busy = last?.phase === "searching" || last?.answering === true;

  const askAt = (index: number, text: string) => {
    const question = text.trim();
    if (busy) return;
    if (question === "") return setFailure(EMPTY_QUESTION);
    setFailure(undefined);
    const show = (state: AskState) => {
      const shown = state.phase === "failed" || state.phase === "idle" ? [] : [{ question, state }];
      setTurns((before) => [...before.slice(0, index), ...shown]);
      if (state.phase === "failed") setFailure(state.message);
    };
    show({ phase: "searching" });
    current.current = new AbortController();
    const kept = turns.slice(0, index).findLast(({ state }) => isKept(state))?.state;
    const conversation = isKept(kept) ? kept.found.conversation : given;
    void runSearch(question, category, current.current.signal, prepare, show, { conversation, contentId });
  };

  return {
    turns,
    busy,
    /** Why the last question was not asked. */
    failure,
    ask: (question: string) => askAt(turns.length, question),
    /** Asks the last one once more, in its place. */
    again: () => askAt(turns.length - 1, turns.at(-1)?.question ?? ""),
  };
}

/** Whether an answer is a turn of a conversation. */
function isKept(state: AskState | undefined): state is AnsweredState {
  return state?.phase === "answered" && state.found.conversation !== undefined;
}
