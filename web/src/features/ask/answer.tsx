import { type ReactNode, useCallback, useId, useMemo } from "react";
import { classNames } from "@/lib/class-names";
import { time12h } from "@/lib/time-12h";
import { BrainMark } from "@/ui/icons";
import { AnswerLines } from "./answer-skeleton";
import { CitedProvider } from "./cited";
import type { Led } from "./hero";
import { ledTo, memoryOf, numbersOf } from "./led";
import type { Citation, Found, Memory } from "./model";
import Prose from "./prose";
import { Related } from "./related";
import { Sources } from "./sources";

type Props = {
  /** What has come so far, while `answering`. */
  found: Found;
  at: Date;
  question: string;
  /** Its text is still coming, and its citations come after that. */
  answering: boolean;
  renderMemory: (memory: Memory) => ReactNode;
  onOpenMemory: (id: string, led: Led) => void;
};

/** The answer, where it comes from, and the closest memory beside it. */
export default function Answer({ found, at, question, answering, renderMemory, onOpenMemory }: Props) {
  const { answer, citations, content } = found;
  const id = useId();
  // The same set while the text grows, so that only what is new of it is drawn.
  const known = [...numbersOf(found)].join();
  const numbers = useMemo(() => new Set(known === "" ? [] : known.split(",").map(Number)), [known]);
  const openNumber = useCallback(
    (n: number) => {
      const memory = memoryOf(found, n);
      if (memory !== undefined) onOpenMemory(memory, ledTo(memory, question, found));
    },
    [found, question, onOpenMemory],
  );
  const openCitation = (citation: Citation) =>
    onOpenMemory(citation.memoryId, ledTo(citation.memoryId, question, found, citation));
  return (
    <div className="answer">
      <CitedProvider first={citations[0]?.n} open={openNumber}>
        <article className="answer-main" aria-labelledby={id} aria-busy={answering}>
          <div className="answer-head">
            <BrainMark />
            <h2 id={id}>Engram’s response</h2>
            <time className="num" dateTime={at.toISOString()}>
              {time12h(at)}
            </time>
          </div>
          {answering && answer === "" ? (
            <AnswerLines />
          ) : (
            <div className={classNames("prose", answering && "prose-coming")} dir="auto">
              <Prose numbers={numbers} answering={answering}>
                {answer}
              </Prose>
            </div>
          )}
          {citations.length > 0 && <Sources citations={citations} content={content} onOpen={openCitation} />}
        </article>
      </CitedProvider>
      <Related content={content} citations={citations} renderMemory={renderMemory} />
    </div>
  );
}
