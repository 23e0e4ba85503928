import { useLayoutEffect } from "react";
import { dropDraft, useDraft } from "@/api/draft";
import { isWhole } from "./ask-state";
import type { useFollowUps } from "./use-follow-ups";

type Props = Pick<ReturnType<typeof useFollowUps>, "turns" | "failure"> & {
  /** What the questions are about: a conversation or a memory. */
  of: string;
};

/**
 * What is typed under a conversation or beside a memory, and what is asked there until its answer is whole: whoever leaves
 * before that, or is refused, finds the question in the field again, unless something else is typed by then.
 */
export function useFollowUpDraft({ of, turns, failure }: Props) {
  const onItsWay = `asked ${of}`;
  const [text, setText] = useDraft(`follow-up ${of}`);
  const [asked, setAsked] = useDraft(onItsWay);
  const lost = turns.length === 0 || failure ? asked : "";
  const answered = lost === "" && isWhole(turns.at(-1)?.state);
  useLayoutEffect(() => {
    if (lost) setText((now) => now || lost);
    // At once: who leaves now would find it otherwise.
    if (answered) dropDraft(onItsWay);
    if (lost || answered) setAsked("");
  }, [lost, answered, onItsWay, setText, setAsked]);

  /** Gives what is typed, to be asked. */
  const take = () => {
    if (text.trim()) {
      setText("");
      setAsked(text);
    }
    return text;
  };
  return { text, setText, take };
}
