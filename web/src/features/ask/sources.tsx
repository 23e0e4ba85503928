import ArrowUpRight from "lucide-react/icons/arrow-up-right";
import { classNames } from "@/lib/class-names";
import { KindIcon } from "@/memory/kind-icon";
import type { Memory } from "@/memory/kinds";
import { byNumber, type Quoted } from "./citations";
import { useCited } from "./cited";
import { Keep } from "./keep";
import type { Citation } from "./model";
import { sourceLink, sourceTitle } from "./source-link";

type Row = {
  /** The numbers stand in the answer. */
  numbered: boolean;
  /** Opens the memory at the words of a citation. */
  onOpen: (citation: Citation) => void;
  onKeep: (citation: Citation) => Promise<boolean>;
};

type Props = Row & { title: string; citations: readonly Citation[]; content: readonly Memory[] };

/** Where an answer comes from: each number once, with its memory, and the words themselves with their places. */
export function Sources({ title, citations, content, ...row }: Props) {
  const memories = new Map(content.map((memory) => [memory._id, memory]));
  return (
    <div className="sources">
      <h3>{title}</h3>
      <ol>
        {byNumber(citations).map((own) => (
          <Source key={own[0].n} citations={own} memory={memories.get(own[0].memoryId)} {...row} />
        ))}
      </ol>
    </div>
  );
}

type SourceProps = Row & { citations: Quoted; memory: Memory | undefined };

function Source({ citations, memory, numbered, onOpen, onKeep }: SourceProps) {
  const [first, ...others] = citations;
  const { n, quote, place, page } = first;
  const { shown, show } = useCited();
  const on = shown === n;
  const title = sourceTitle(memory);
  const address = memory && sourceLink(memory, page);
  const alone = others.length === 0;
  return (
    <li className={classNames("source", numbered && on && "on")} onMouseEnter={() => show(n)} onFocus={() => show(n)}>
      {numbered ? (
        <span className={classNames("cite", on && "on")} aria-hidden="true">
          {n}
        </span>
      ) : (
        <Kind memory={memory} />
      )}
      <div className="min-w-0">
        <div className="source-head">
          {numbered && <Kind memory={memory} />}
          <button type="button" className="source-open" dir="auto" onClick={() => onOpen(first)}>
            {title}
          </button>
          {alone && place && <span className="place">{place}</span>}
        </div>
        {!alone && <Quotes citations={citations} onOpen={onOpen} onKeep={onKeep} />}
        {/* A quote that only repeats the title is left out. */}
        {alone && quote && (numbered || !title.startsWith(quote)) && <q dir="auto">{quote}</q>}
      </div>
      {numbered && alone && quote && <Keep citation={first} onKeep={onKeep} />}
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

function Kind({ memory }: Pick<SourceProps, "memory">) {
  return memory ? <KindIcon kind={memory.type} className="i i-s" /> : <span />;
}

/** What is quoted of one memory: each opens it at its own words. */
function Quotes({ citations, onOpen, onKeep }: Pick<Row, "onOpen" | "onKeep"> & { citations: Quoted }) {
  return (
    <ul className="source-quotes">
      {citations.map((citation, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and may say the same twice.
        <li key={index}>
          <button type="button" className="source-quote" onClick={() => onOpen(citation)}>
            <q dir="auto">{citation.quote}</q> {citation.place && <span className="place">{citation.place}</span>}
          </button>
          <Keep citation={citation} onKeep={onKeep} />
        </li>
      ))}
    </ul>
  );
}
