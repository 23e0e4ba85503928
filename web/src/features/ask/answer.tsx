import { type ReactNode, useId, useMemo } from "react";
import { time12h } from "@/lib/time-12h";
import { BrainMark } from "@/ui/icons";
import { CitedProvider } from "./cited";
import type { Found, Memory } from "./model";
import Prose from "./prose";
import { Related } from "./related";
import { Sources } from "./sources";

type Props = { found: Found; at: Date; renderMemory: (memory: Memory) => ReactNode };

/** The answer, where it comes from, and the closest memory beside it. */
export default function Answer({ found, at, renderMemory }: Props) {
  const { answer, citations, content } = found;
  const id = useId();
  const numbers = useMemo(() => new Set(citations.map(({ n }) => n)), [citations]);
  return (
    <div className="answer">
      <CitedProvider first={citations[0]?.n} idPrefix={`${id}source-`}>
        <article className="answer-main" aria-labelledby={id}>
          <div className="answer-head">
            <BrainMark />
            <h2 id={id}>Engram’s response</h2>
            <time className="num" dateTime={at.toISOString()}>
              {time12h(at)}
            </time>
          </div>
          <div className="prose" dir="auto">
            <Prose numbers={numbers}>{answer}</Prose>
          </div>
          {citations.length > 0 && <Sources citations={citations} content={content} />}
        </article>
      </CitedProvider>
      <Related content={content} citations={citations} renderMemory={renderMemory} />
    </div>
  );
}
