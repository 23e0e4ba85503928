import Info from "lucide-react/icons/info";
import { type ReactNode, useCallback, useId, useMemo } from "react";
import { classNames } from "@/lib/class-names";
import { time12h } from "@/lib/time-12h";
import { Boundary } from "@/ui/boundary";
import { BrainMark } from "@/ui/icons";
import { AnswerActs } from "./answer-acts";
import { AnswerLines } from "./answer-skeleton";
import { BareWords } from "./bare-words";
import { Blocks } from "./blocks";
import { citationTarget, memoryOf, numbersOf } from "./citations";
import { CitedProvider } from "./cited";
import { type Category, type Citation, degreeOf, type Found } from "./model";
import { Related } from "./related";
import { SearchedIn } from "./searched-in";
import type { AnswerSlots } from "./slots";
import { Sources } from "./sources";
import { blocksOf, hasUnsupported, splitSources } from "./tree";
import { UnsupportedLegend } from "./unsupported";
import "./answer.css";

type Props = AnswerSlots & {
  /** A partial answer while `answering`. */
  found: Found;
  at: Date;
  question: string;
  /** The category that was searched. */
  category: Category;
  /** Only one memory was asked. */
  alone: boolean;
  /** Its text is still coming, and its citations come after that. */
  answering: boolean;
  /** It has come to its end. */
  whole: boolean;
  /** The closest memory: as a landmark, of which a page has one, as a card alone, or not at all. */
  beside: "landmark" | "card" | "nothing";
  /** Stands last in its panel. */
  foot?: ReactNode;
};

/** The answer, its sources, and the closest memory beside it. An error in it does not break the page. */
export default function Answer(props: Props) {
  const { answer } = props.found;
  const bare = (
    <div className="answer">
      <div className="answer-main">
        <BareWords>{answer}</BareWords>
        {props.foot}
      </div>
    </div>
  );
  return (
    <Boundary name="an answer" of={answer} fallback={bare}>
      <SearchedIn filters={props.found.filters} chosen={props.category} alone={props.alone} />
      <WholeAnswer {...props} />
    </Boundary>
  );
}

function WholeAnswer(props: Props) {
  const { found, at, question, answering, whole, beside, foot, renderMemory, onOpenMemory, onSave, onKeep } = props;
  const { answer, answered, citations, content, model, notice } = found;
  const degree = degreeOf(found);
  const id = useId();
  // The set keeps its identity while the text grows, so that only new blocks are drawn.
  const known = [...numbersOf(found)].join();
  const numbers = useMemo(() => new Set(known === "" ? [] : known.split(",").map(Number)), [known]);
  const openNumber = useCallback(
    (n: number, citation = 0) => {
      const memory = memoryOf(found, n);
      if (memory !== undefined)
        onOpenMemory(memory, citationTarget(memory, question, found, found.citations[citation - 1]));
    },
    [found, question, onOpenMemory],
  );
  const openCitation = (citation: Citation) =>
    onOpenMemory(citation.memoryId, citationTarget(citation.memoryId, question, found, citation));
  const { blocks, sources, listed } = useMemo(() => splitSources(found), [found]);
  return (
    <div className="answer">
      <CitedProvider first={listed ? undefined : firstLit(found)} open={openNumber}>
        <article className="answer-main" aria-labelledby={id} aria-busy={answering}>
          <div className="answer-head">
            <BrainMark />
            <h2 id={id}>Engram’s response{HEAD[degree]}</h2>
            <time className="num" dateTime={at.toISOString()}>
              {time12h(at)}
            </time>
            {model && (
              <p className="answer-by">
                by <bdi>{model}</bdi>
              </p>
            )}
          </div>
          {notice && (
            <p className="answer-notice">
              <Info className="i i-s" />
              {notice}
            </p>
          )}
          {answering && answer === "" ? (
            <AnswerLines />
          ) : (
            <div className={classNames("prose", answering && "prose-coming")} dir="auto">
              <Boundary name="the text of an answer" of={blocks} fallback={<BareWords>{answer}</BareWords>}>
                <Blocks blocks={answering ? blocksOf(found) : blocks} numbers={numbers} />
              </Boundary>
            </div>
          )}
          {!answering && hasUnsupported(found) && <UnsupportedLegend />}
          {!answering && sources.length > 0 && (
            <Sources
              title={titleOf(degree, listed)}
              numbered={!listed}
              citations={sources}
              content={content}
              onOpen={openCitation}
              onKeep={onKeep}
            />
          )}
          {whole && answered && <AnswerActs question={question} found={found} onSave={onSave} />}
          {foot}
        </article>
      </CitedProvider>
      {beside !== "nothing" && (
        <Related
          landmark={beside === "landmark"}
          content={content}
          citations={listed ? [] : citations}
          newest={listed && answered}
          renderMemory={renderMemory}
        />
      )}
    </div>
  );
}

/** Returns the number that is highlighted at first; undefined if there is only one, since all of it would be. */
function firstLit({ citations }: Found): number | undefined {
  const [first] = citations;
  return citations.some(({ n }) => n !== first?.n) ? first?.n : undefined;
}

const HEAD = { answered: "", closest: ": no sure answer", nothing: ": no answer found", spoken: "" };

function titleOf(degree: keyof typeof HEAD, listed: boolean): string {
  if (degree === "nothing") return "Nearest memories";
  return listed ? "Memories" : "Where this comes from";
}
