import { type ReactNode, useCallback, useEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { AnswerSkeleton } from "./answer-skeleton";
import { Answered } from "./answered";
import { wholeText } from "./ask-state";
import { FollowUpBox } from "./follow-up-box";
import type { Category } from "./model";
import type { AnswerSlots } from "./slots";
import { Turn } from "./turn";
import { useFollowUpDraft } from "./use-follow-up-draft";
import { useFollowUps } from "./use-follow-ups";

type Props = {
  conversation: string;
  /** The category that is searched. */
  category: Category;
  slots: AnswerSlots;
  /** What stands beside the answers. */
  beside: "card" | "nothing";
  /** The foot of the answer before, where the field stands until something is asked. */
  slot: HTMLElement | null;
  /** Draws the earlier turns, given a function that asks; while busy, no other question is accepted. */
  renderBefore?: (ask: (question: string) => void, busy: boolean) => ReactNode;
  /** Called with each question. */
  onAsk?: () => void;
};

/** The follow-up questions with their answers, oldest first, and the field for another. */
export function FollowUps({ conversation, category, slots, beside, slot, renderBefore, onAsk }: Props) {
  const { turns, busy, failure, ask, again } = useFollowUps({ conversation, category });
  const { text, setText, take } = useFollowUpDraft({ of: conversation, turns, failure });
  const area = useKeptFocus();
  const newest = useRef<HTMLDivElement>(null);
  const count = turns.length;

  useEffect(() => {
    if (count > 0) bringIntoSight(newest.current);
  }, [count]);

  const askFor = (question: string) => {
    onAsk?.();
    ask(question);
  };
  const field = (
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
  );
  return (
    <>
      {renderBefore?.(askFor, busy)}
      {turns.map(({ question, state }, index) => {
        const isLast = index === count - 1;
        const foot = isLast && field;
        return (
          <Turn
            // biome-ignore lint/suspicious/noArrayIndexKey: turns are only added, and each keeps its place.
            key={index}
            ref={isLast ? newest : undefined}
            question={question}
            asked={state.phase === "answered" ? state.found.asked : undefined}
          >
            {state.phase === "searching" ? (
              <AnswerSkeleton foot={foot} />
            ) : (
              <Answered {...slots} beside={beside} answered={state} onAgain={isLast ? again : undefined} foot={foot} />
            )}
          </Turn>
        );
      })}
      <div role="status">
        <span className="vh">{wholeText(turns.at(-1)?.state)}</span>
      </div>
      {count === 0 && slot && createPortal(field, slot)}
      {count === 0 && !slot && (
        <div className="answer turn-row">
          <div className="turn-column">{field}</div>
        </div>
      )}
    </>
  );
}

/** Returns a ref that keeps the focus and the caret of a field that is remounted elsewhere. */
function useKeptFocus() {
  const at = useRef<number>(undefined);
  return useCallback((field: HTMLTextAreaElement) => {
    if (at.current !== undefined) {
      field.focus({ preventScroll: true });
      field.setSelectionRange(at.current, at.current);
    }
    return () => {
      at.current = document.activeElement === field ? field.selectionEnd : undefined;
    };
  }, []);
}

/** Scrolls a new turn to the top. On a phone the focus moves, so that the keyboard closes. */
function bringIntoSight(turn: HTMLElement | null): void {
  if (!turn) return;
  if (window.matchMedia("(pointer: coarse)").matches) turn.focus({ preventScroll: true });
  const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  turn.scrollIntoView({ behavior: still ? "instant" : "smooth", block: "start" });
}
