import LoaderCircle from "lucide-react/icons/loader-circle";
import { lazy, Suspense, useEffect, useRef } from "react";
import { afterwards } from "@/lib/afterwards";
import { AnswerLines } from "./answer-skeleton";
import { isWhole, wholeText } from "./ask-state";
import { citationTarget } from "./citations";
import { FollowUpBox } from "./follow-up-box";
import type { CitationTarget } from "./hero";
import type { AnswerSlots } from "./slots";
import { Turn } from "./turn";
import { useFollowUpDraft } from "./use-follow-up-draft";
import { useFollowUps } from "./use-follow-ups";
import "./ask-one.css";

// It comes behind the memory, of which nothing may be asked.
const loadAnswered = () => import("./answered").then(({ Answered }) => ({ default: Answered }));
const Answered = lazy(loadAnswered);

type Props = {
  /** The memory that alone is asked. */
  id: string;
  /** Words to ask about: another object asks once more. */
  about?: { quote: string } | undefined;
  slots: Pick<AnswerSlots, "onOpenMemory" | "onSave" | "onKeep">;
  /** SplitAnswer what an answer takes from the memory, once it is whole. */
  onWhole: (citation: CitationTarget) => void;
};

/** Asks one memory alone, beside it. What was asked last stands under the field, what was asked before it further down. */
export function AskOne({ id, about, slots, onWhole }: Props) {
  const { turns, busy, failure, ask, again } = useFollowUps({
    category: "all-memories",
    contentId: id,
    prepare: loadAnswered,
  });
  const { text, setText, take } = useFollowUpDraft({ of: id, turns, failure });
  const last = turns.at(-1);
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (!about) return;
    // What is typed already is asked of the new words.
    setText((typed) => quoted(about.quote) + typed.replace(QUOTED, ""));
    // Once the words are in it, and what had the focus before is gone.
    const frame = requestAnimationFrame(() => {
      const { current: field } = area;
      field?.focus();
      field?.setSelectionRange(field.value.length, field.value.length);
    });
    return () => cancelAnimationFrame(frame);
  }, [about, setText]);
  useEffect(() => afterwards(() => loadAnswered().catch(() => {})), []);

  const state = last?.state;
  useEffect(() => {
    if (isWhole(state) && state.found.answered) onWhole(citationTarget(id, state.question, state.found));
  }, [state, id, onWhole]);

  return (
    <section className="ask-one" aria-label="Ask about this memory">
      <FollowUpBox
        area={area}
        label="Ask about this memory"
        placeholder="Ask about this one"
        button="Ask"
        text={text}
        onType={setText}
        busy={busy}
        error={failure}
        onAsk={() => ask(take())}
      />
      <div role="status">
        <span className="vh">{state?.phase === "searching" ? SEARCHING : wholeText(state)}</span>
      </div>
      {turns
        .map((turn, index) => (
          <Turn
            // biome-ignore lint/suspicious/noArrayIndexKey: turns are only added, and each keeps its place.
            key={index}
            question={turn.question}
            asked={turn.state.phase === "answered" ? turn.state.found.asked : undefined}
          >
            {turn.state.phase === "searching" ? (
              <Searching />
            ) : (
              <Suspense fallback={<Searching />}>
                <Answered
                  {...slots}
                  renderMemory={nothing}
                  beside="nothing"
                  answered={turn.state}
                  onAgain={turn === last ? again : undefined}
                />
              </Suspense>
            )}
          </Turn>
        ))
        .reverse()}
    </section>
  );
}

/** As many characters of a quote as a question is better for. */
const MOST = 300;

const QUOTED = /^About “[^”]*”: /u;

function quoted(quote: string): string {
  const words = quote.replace(/\s+/gu, " ").trim();
  const letters = Array.from(words);
  return `About “${letters.length > MOST ? `${letters.slice(0, MOST).join("").trimEnd()}…` : words}”: `;
}

const nothing = () => null;

const SEARCHING = "Searching through this memory...";

/** To be seen alone: it is drawn anew while the answer's code arrives, and would be read out each time. */
function Searching() {
  return (
    <div className="answer" aria-hidden="true">
      <div className="answer-main">
        <div className="answer-head">
          <LoaderCircle className="i spin" />
          <h2>{SEARCHING}</h2>
        </div>
        <AnswerLines />
      </div>
    </div>
  );
}
