import { type ReactNode, useEffect, useRef } from "react";
import { AnswerSkeleton } from "./answer-skeleton";
import { Answered } from "./answered";
import { FollowUpBox } from "./follow-up-box";
import type { Lent } from "./lent";
import type { Category } from "./model";
import { Turn } from "./turn";
import { wholeText } from "./use-ask";
import { useFollowUpDraft } from "./use-follow-up-draft";
import { useFollowUps } from "./use-follow-ups";

type Props = {
  conversation: string;
  /** Where it is looked. */
  category: Category;
  lent: Lent;
  /** What stands beside the answers. */
  beside: "card" | "nothing";
  /** Draws what was asked before, with a way to ask of it; while busy, no other question is taken. */
  renderBefore?: (ask: (question: string) => void, busy: boolean) => ReactNode;
  /** Called with each question. */
  onAsk?: () => void;
};

/** What is asked on after an answer, in its order, and the field for more. */
export function FollowUps({ conversation, category, lent, beside, renderBefore, onAsk }: Props) {
  const { turns, busy, failure, ask, again } = useFollowUps({ conversation, category });
  const { text, setText, take } = useFollowUpDraft({ of: conversation, turns, failure });
  const area = useRef<HTMLTextAreaElement>(null);
  const newest = useRef<HTMLDivElement>(null);
  const count = turns.length;

  useEffect(() => {
    if (count > 0) bringIntoSight(newest.current);
  }, [count]);

  const askFor = (question: string) => {
    onAsk?.();
    ask(question);
  };
  return (
    <>
      {renderBefore?.(askFor, busy)}
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
        <span className="vh">{wholeText(turns.at(-1)?.state)}</span>
      </div>
      <div className="answer turn-row">
        <div className="turn-column">
          <FollowUpBox
            area={area}
            label="Ask a follow-up"
            placeholder="Ask a follow-up"
            button="Ask the follow-up"
            text={text}
            onType={setText}
            busy={busy}
            error={failure}
            onAsk={() => askFor(take())}
          />
        </div>
      </div>
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
