import { useLayoutEffect } from "react";
import { dropDraft, useDraft } from "@/api/draft";
import { isWhole } from "./ask-state";
import type { useFollowUps } from "./use-follow-ups";

type Props = Pick<ReturnType<typeof useFollowUps>, "turns" | "failure"> & {
  /** What the questions are about: a conversation or a memory. */
  of: string;
};

/**
 * Keeps the text of a follow-up field, and a question until its answer is whole. A question that was interrupted or refused
 * is put back into the field, unless the user has typed something else.
 */
export function useFollowUpDraft({ of, turns, failure }: Props) {
  const onItsWay = `asked ${of}`;
  const [text, setText] = useDraft(`follow-up ${of}`);
  const [asked, setAsked] = useDraft(onItsWay);
  const lost = turns.length === 0 || failure ? asked : "";
  const answered = lost === "" && isWhole(turns.at(-1)?.state);
  useLayoutEffect(() => {
    if (lost) setText((now) => now || lost);
    // At once, because the user may leave now.
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
