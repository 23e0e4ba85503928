import { ArrowUpRight } from "lucide-react";
import { classNames } from "@/lib/class-names";
import { KindIcon } from "@/ui/kind-icon";
import { useCited } from "./cited";
import { byNumber, type Quoted } from "./led";
import type { Citation, Memory } from "./model";
import { sourceLink, titleOf } from "./source-link";

type Open = {
  /** Opens the memory at the words of a citation. */
  onOpen: (citation: Citation) => void;
};

type Props = Open & { title: string; citations: readonly Citation[]; content: readonly Memory[] };

/** Where an answer comes from: each number once, with its memory, and the words themselves with their places. */
export function Sources({ title, citations, content, onOpen }: Props) {
  const memories = new Map(content.map((memory) => [memory._id, memory]));
  return (
    <div className="sources">
      <h3>{title}</h3>
      <ol>
        {byNumber(citations).map((own) => (
          <Source key={own[0].n} citations={own} memory={memories.get(own[0].memoryId)} onOpen={onOpen} />
        ))}
      </ol>
    </div>
  );
}

type SourceProps = Open & { citations: Quoted; memory: Memory | undefined };

function Source({ citations, memory, onOpen }: SourceProps) {
  const [first, ...others] = citations;
  const { n, quote, place } = first;
  const { shown, show } = useCited();
  const on = shown === n;
  const title = titleOf(memory);
  const address = memory && sourceLink(memory, place);
  const alone = others.length === 0;
  return (
    <li className={classNames("source", on && "on")} onMouseEnter={() => show(n)} onFocus={() => show(n)}>
      <span className={classNames("cite", on && "on")} aria-hidden="true">
        {n}
      </span>
      <div className="min-w-0">
        <div className="source-head">
          {memory && <KindIcon kind={memory.type} className="i i-s" />}
          <button type="button" className="source-open" dir="auto" onClick={() => onOpen(first)}>
            {title}
          </button>
          {alone && place && <span className="place">{place}</span>}
        </div>
        {alone ? quote && <q dir="auto">{quote}</q> : <Quotes citations={citations} onOpen={onOpen} />}
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

/** What is quoted of one memory: each opens it at its own words. */
function Quotes({ citations, onOpen }: Open & { citations: Quoted }) {
  return (
    <ul className="source-quotes">
      {citations.map((citation, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and may say the same twice.
        <li key={index}>
          <button type="button" className="source-quote" onClick={() => onOpen(citation)}>
            <q dir="auto">{citation.quote}</q> {citation.place && <span className="place">{citation.place}</span>}
          </button>
        </li>
      ))}
    </ul>
  );
}
