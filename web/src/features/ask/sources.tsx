import { classNames } from "@/lib/class-names";
import { safeLink } from "@/lib/safe-link";
import { useCited } from "./cited";
import { KindIcon } from "./kind-icon";
import type { Citation, Memory } from "./model";

type Props = { citations: readonly Citation[]; content: readonly Memory[] };

/** Where an answer comes from: each number with its memory, its place and the words themselves. */
export function Sources({ citations, content }: Props) {
  const memories = new Map(content.map((memory) => [memory._id, memory]));
  return (
    <div className="sources">
      <h3>Where this comes from</h3>
      <ol>
        {citations.map((citation, index) => (
          <Source
            key={`${citation.n} ${citation.quote}`}
            citation={citation}
            memory={memories.get(citation.memoryId)}
            // A number may have several quotes: its mark leads to the first.
            target={citations.findIndex(({ n }) => n === citation.n) === index}
          />
        ))}
      </ol>
    </div>
  );
}

function Source({ citation, memory, target }: { citation: Citation; memory: Memory | undefined; target: boolean }) {
  const { n, quote, place } = citation;
  const { shown, show, idPrefix } = useCited();
  const on = shown === n;
  return (
    <li
      className={classNames("source", on && "on")}
      id={target ? `${idPrefix}${n}` : undefined}
      tabIndex={target ? -1 : undefined}
      onMouseEnter={() => show(n)}
    >
      <span className={classNames("cite", on && "on")} aria-hidden="true">
        {n}
      </span>
      <span className="min-w-0">
        <b>
          {memory && <KindIcon kind={memory.type} />}
          <span dir="auto">
            <Title memory={memory} />
          </span>
          {place && <span className="place">{place}</span>}
        </b>
        {quote && <q dir="auto">{quote}</q>}
      </span>
    </li>
  );
}

function Title({ memory }: { memory: Memory | undefined }) {
  if (!memory) return "A memory";
  const title = memory.title || (memory.type === "note" ? "Your note" : memory.link);
  const address = safeLink(memory.link);
  if (!address) return title;
  return (
    <a href={address} target="_blank" rel="noreferrer">
      {title}
    </a>
  );
}
