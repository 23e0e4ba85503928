import ArrowDown from "lucide-react/icons/arrow-down";
import CircleAlert from "lucide-react/icons/circle-alert";
import Sparkle from "lucide-react/icons/sparkle";
import {
  type ComponentType,
  type MouseEvent,
  type Ref,
  Suspense,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { dropDraft, useDraft } from "@/api/draft";
import { afterwards } from "@/lib/afterwards";
import { classNames } from "@/lib/class-names";
import { compact, useWelcome } from "@/lib/compact";
import type { Memory } from "@/memory/kinds";
import { Upgrading } from "@/ui/upgrading";
import { AnswerSkeleton } from "./answer-skeleton";
import { AskBox } from "./ask-box";
import { type AnsweredState, type AskState, isWhole, wholeText } from "./ask-state";
import { Greeting } from "./greeting";
import { type Citation, isCategory } from "./model";
import { useAsk } from "./use-ask";
import "./ask.css";

export type AskHandle = {
  /** Gives the box the focus. */
  focus: () => void;
  /** Puts a question into the box and asks it, in sight. */
  ask: (question: string) => void;
};

/** The citations by which the user came from an answer to a memory. */
export type CitationTarget = {
  question: string;
  /** The citations of that memory, in the order of the answer. */
  citations: readonly Omit<Citation, "memoryId">[];
  /** Which of them was pressed: its place in the list. */
  shown: number;
};

type Props = {
  ref?: Ref<AskHandle>;
  /** The user's name, undefined until it is known. */
  name: string | undefined;
  /** The line under the greeting, undefined until it is known. */
  line: string | undefined;
  /** All memories, for the questions proposed; undefined until they are known. */
  memories: readonly Memory[] | undefined;
  /** Draws what came of a question. */
  Answered: ComponentType<AnsweredProps>;
  /** Loads the code of `Answered` while the memories are searched. It must keep its identity. */
  loadAnswered: () => Promise<unknown>;
};

export type AnsweredProps = { answered: AnsweredState; onAgain: () => void };

/** Greeting, question and answer: the top of the dashboard. */
export function Hero({ ref, name, line, memories, Answered, loadAnswered }: Props) {
  const [question, setQuestion] = useDraft("question");
  const [replaced, setReplaced] = useDraft("replaced");
  const [kept, setCategory] = useDraft("category");
  const category = isCategory(kept) ? kept : "all-memories";
  const [asked, setAsked] = useState(false);
  const { state, ask, clear } = useAsk(loadAnswered);
  const questions = useSuggestions(memories);
  useWelcome();
  const hero = useRef<HTMLElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);

  const whole = isWhole(state);
  useEffect(() => {
    if (!whole) return;
    dropDraft("question");
    dropDraft("category");
  }, [whole]);

  const type = (text: string) => {
    setQuestion(text);
    clear();
  };
  const askFor = (text: string) => {
    // After the first question the greeting stays small: growing back would move the box while the user types.
    if (text.trim()) setAsked(true);
    // The pressed control disappears or is disabled. On a phone, focusing the box would open the keyboard over the answer.
    const touched = window.matchMedia("(pointer: coarse)").matches;
    (touched ? hero : area).current?.focus({ preventScroll: true });
    ask(text, category);
  };
  const tryOne = (text: string) => {
    if (question.trim() && !whole && question !== text) setReplaced(question);
    setQuestion(text);
    askFor(text);
  };

  const putBack = () => {
    type(replaced);
    setReplaced("");
    area.current?.focus();
  };

  useImperativeHandle(ref, () => ({
    focus: () => area.current?.focus(),
    ask: (text) => {
      tryOne(text);
      if (hero.current) scrollTo(hero.current);
      area.current?.focus({ preventScroll: true });
    },
  }));

  return (
    <section ref={hero} className={classNames("hero", asked && "hero-tight")} aria-label="Ask" tabIndex={-1}>
      <Greeting name={name} />
      {!asked && (
        <div className="hero-line">
          <p className="greet-sub">{line}</p>
          <WayDown />
        </div>
      )}
      <AskBox
        area={area}
        question={question}
        onType={type}
        category={category}
        onCategory={setCategory}
        busy={busyText(state)}
        onAsk={() => {
          setReplaced("");
          askFor(question);
        }}
      />
      {replaced && (
        <button type="button" className="link ask-back" onClick={putBack}>
          Put back “<bdi>{replaced}</bdi>”
        </button>
      )}
      <div role="alert">
        {state.phase === "failed" && (
          <p className="banner banner-bad ask-error">
            <CircleAlert className="i" />
            <Upgrading>{state.message}</Upgrading>
          </p>
        )}
      </div>
      <div role="status">
        <span className="vh">{wholeText(state)}</span>
      </div>
      {state.phase === "searching" && <AnswerSkeleton />}
      {state.phase === "answered" && (
        <Suspense fallback={<AnswerSkeleton />}>
          <Answered answered={state} onAgain={() => askFor(question)} />
        </Suspense>
      )}
      {!asked && <Examples questions={questions} onTry={tryOne} />}
    </section>
  );
}

function busyText(state: AskState): string | undefined {
  if (state.phase === "searching") return "Searching";
  return state.phase === "answered" && state.answering ? "Answering" : undefined;
}

function scrollTo(element: HTMLElement) {
  const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  element.scrollIntoView({ behavior: still ? "instant" : "smooth" });
}

// They come after the page.
const loadSuggestions = () => import("./suggestions");

/** The questions proposed; undefined until they are known, and none where their code does not come. */
function useSuggestions(memories: readonly Memory[] | undefined): readonly string[] | undefined {
  const [questions, setQuestions] = useState<readonly string[]>();
  useEffect(() => {
    if (!memories) return;
    return afterwards(() =>
      loadSuggestions().then(
        ({ suggestions }) => setQuestions(suggestions(memories)),
        () => setQuestions([]),
      ),
    );
  }, [memories]);
  return questions;
}

type ExamplesProps = { questions: readonly string[] | undefined; onTry: (question: string) => void };

function Examples({ questions, onTry }: ExamplesProps) {
  // An empty row reserves their space.
  if (!questions) return <div className="tries" />;
  if (questions.length === 0) return null;
  return (
    <div className="tries">
      {questions.map((question) => (
        <button key={question} type="button" className="chip" onClick={() => onTry(question)}>
          <Sparkle className="i i-s" />
          {question}
        </button>
      ))}
    </div>
  );
}

function WayDown() {
  const scroll = (event: MouseEvent) => {
    const shelf = document.getElementById("memories");
    if (!shelf) return;
    event.preventDefault();
    // Compact first: the target would move during the scroll.
    compact();
    scrollTo(shelf);
    shelf.focus({ preventScroll: true });
  };
  return (
    // biome-ignore lint/a11y/useValidAnchor: it does lead to #memories; the handler only makes the way there smooth.
    <a className="down" href="#memories" onClick={scroll}>
      Scroll to View your Memories
      <ArrowDown className="i i-s" />
    </a>
  );
}
