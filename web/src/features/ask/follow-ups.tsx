import { type Ref, useEffect, useImperativeHandle, useRef } from "react";
import { useDraft } from "@/lib/draft";
import { AnswerSkeleton } from "./answer-skeleton";
import { Answered } from "./answered";
import { FollowUpBox } from "./follow-up-box";
import type { Lent } from "./lent";
import type { Category } from "./model";
import { Turn } from "./turn";
import { useFollowUps } from "./use-follow-ups";

export type FollowUpsHandle = { ask: (question: string) => void };

type Props = {
  ref?: Ref<FollowUpsHandle>;
  conversation: string;
  /** Where it is looked. */
  category: Category;
  lent: Lent;
  /** What stands beside the answers. */
  beside: "card" | "nothing";
  /** Called with each question. */
  onAsk?: () => void;
};

/** What is asked on after an answer, in its order, and the field for more. */
export function FollowUps({ ref, conversation, category, lent, beside, onAsk }: Props) {
  const { turns, busy, failure, ask, again } = useFollowUps(conversation, category);
  const [text, setText] = useDraft(`follow-up ${conversation}`);
  const area = useRef<HTMLTextAreaElement>(null);
  const newest = useRef<HTMLDivElement>(null);
  const count = turns.length;

  useEffect(() => {
    if (count > 0) bringIntoSight(newest.current);
  }, [count]);

  // What could not be asked is there to be asked again, unless something else is typed by now.
  useEffect(() => {
    if (failure) setText((now) => now || failure.question);
  }, [failure, setText]);

  const askFor = (question: string) => {
    onAsk?.();
    ask(question);
  };
  useImperativeHandle(ref, () => ({ ask: askFor }));

  const last = turns.at(-1)?.state;
  return (
    <>
      {turns.map(({ question, state }, index) => (
        <Turn
          // biome-ignore lint/suspicious/noArrayIndexKey: turns are only added, and each keeps its place.
          key={index}
          ref={index === count - 1 ? newest : undefined}
          question={question}
          asked={state.phase === "answered" ? state.found.asked : undefined}
        >
          {state.phase === "searching" ? (
            <AnswerSkeleton />
          ) : (
            <Answered {...lent} beside={beside} answered={state} onAgain={index === count - 1 ? again : undefined} />
          )}
        </Turn>
      ))}
      <div role="status">
        <span className="vh">
          {last?.phase === "answered" && !last.answering && !last.cutOff && "The answer is here."}
        </span>
      </div>
      <FollowUpBox
        area={area}
        text={text}
        onType={setText}
        busy={busy}
        error={failure?.message}
        onAsk={() => {
          if (text.trim()) setText("");
          askFor(text);
        }}
      />
    </>
  );
}

/** A turn that begins: its question goes to the top, and the keyboard of a phone makes room for its answer. */
function bringIntoSight(turn: HTMLElement | null): void {
  if (!turn) return;
  if (window.matchMedia("(pointer: coarse)").matches) turn.focus({ preventScroll: true });
  const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  turn.scrollIntoView({ behavior: still ? "instant" : "smooth", block: "start" });
}
