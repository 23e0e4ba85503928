import { type ReactNode, useId, useMemo } from "react";
import { time12h } from "@/lib/time-12h";
import { BrainMark } from "@/ui/icons";
import { AnswerLines } from "./answer-skeleton";
import { CitedProvider } from "./cited";
import type { Led } from "./hero";
import type { Found, Memory } from "./model";
import Prose from "./prose";
import { Related } from "./related";
import { Sources } from "./sources";

type Props = {
  /** What has come so far, while `answering`. */
  found: Found;
  at: Date;
  question: string;
  answering: boolean;
  renderMemory: (memory: Memory) => ReactNode;
  onOpenMemory: (id: string, led: Led) => void;
};

/** The answer, where it comes from, and the closest memory beside it. */
export default function Answer({ found, at, answering, renderMemory }: Props) {
  const { answer, citations, content } = found;
  const id = useId();
  const numbers = useMemo(() => new Set(citations.map(({ n }) => n)), [citations]);
  return (
    <div className="answer">
      <CitedProvider first={citations[0]?.n} idPrefix={`${id}source-`}>
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
            <div className="prose" dir="auto">
              <Prose numbers={numbers}>{answer}</Prose>
            </div>
          )}
          {citations.length > 0 && <Sources citations={citations} content={content} />}
        </article>
      </CitedProvider>
      <Related content={content} citations={citations} renderMemory={renderMemory} />
    </div>
  );
}
