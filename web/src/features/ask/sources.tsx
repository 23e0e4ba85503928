import { ArrowUpRight } from "lucide-react";
import { classNames } from "@/lib/class-names";
import { KindIcon } from "@/ui/kind-icon";
import { useCited } from "./cited";
import type { Citation, Memory } from "./model";
import { sourceLink, titleOf } from "./source-link";

type Open = {
  /** Opens the memory at the words of a citation. */
  onOpen: (citation: Citation) => void;
};

type Props = Open & { title: string; citations: readonly Citation[]; content: readonly Memory[] };

/** Where an answer comes from: each number with its memory, its place and the words themselves. */
export function Sources({ title, citations, content, onOpen }: Props) {
  const memories = new Map(content.map((memory) => [memory._id, memory]));
  return (
    <div className="sources">
      <h3>{title}</h3>
      <ol>
        {citations.map((citation, index) => (
          <Source
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and may say the same twice.
            key={index}
            citation={citation}
            memory={memories.get(citation.memoryId)}
            onOpen={onOpen}
          />
        ))}
      </ol>
    </div>
  );
}

function Source({ citation, memory, onOpen }: Open & { citation: Citation; memory: Memory | undefined }) {
  const { n, quote, place } = citation;
  const { shown, show } = useCited();
  const on = shown === n;
  const title = titleOf(memory);
  const address = memory && sourceLink(memory, place);
  return (
    <li className={classNames("source", on && "on")} onMouseEnter={() => show(n)} onFocus={() => show(n)}>
      <span className={classNames("cite", on && "on")} aria-hidden="true">
        {n}
      </span>
      <div className="min-w-0">
        <div className="source-head">
          {memory && <KindIcon kind={memory.type} className="i i-s" />}
          <button type="button" className="source-open" dir="auto" onClick={() => onOpen(citation)}>
            {title}
          </button>
          {place && <span className="place">{place}</span>}
        </div>
        {quote && <q dir="auto">{quote}</q>}
      </div>
      {address && (
        <a
          className="source-out"
          href={address}
          target="_blank"
          rel="noreferrer"
          aria-label={`Open the source of ${title} in a new tab`}
          title="Open in a new tab"
        >
          <ArrowUpRight className="i i-s" />
        </a>
      )}
    </li>
  );
}
