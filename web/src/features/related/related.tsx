import History from "lucide-react/icons/history";
import { useId } from "react";
import { Link } from "react-router";
import { KINDS, type Memory } from "@/memory/kinds";
import { titleOf } from "@/memory/memory";
import { savedBefore } from "@/memory/similar";
import { useRelated } from "./api";
import { Files } from "./files";
import { hashOf, quoteOf, type Related } from "./model";
import "./related.css";

type Props = { memory: Memory; files: NonNullable<Memory["files"]>; pathOf: (id: string) => string };

/** What belongs to an opened memory: its files, and the memories that it meets. */
export default function RelatedMemories({ memory, files, pathOf }: Props) {
  return (
    <>
      <Files id={memory._id} files={files} />
      <Meetings memory={memory} pathOf={pathOf} />
    </>
  );
}

function Meetings({ memory, pathOf }: Omit<Props, "files">) {
  const heading = useId();
  const found = useRelated(memory._id, `${memory.status} ${memory.title}`);
  if (!found) return null;
  const { memories, similar } = found;
  return (
    <>
      {similar && (
        <p className="saved-before">
          <History className="i" aria-hidden="true" />
          <span>
            {savedBefore(memory.type, similar.createdAt, new Date())}{" "}
            <Link className="link" to={pathOf(similar._id)} replace>
              Open it
            </Link>
          </span>
        </p>
      )}
      {memories.length > 0 && (
        <section className="meetings" aria-labelledby={heading}>
          <h2 id={heading}>Where it meets your memories</h2>
          <ul>
            {memories.map((related) => (
              <Meeting key={related.content._id} related={related} pathOf={pathOf} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Meeting({ related: { content, because }, pathOf }: { related: Related; pathOf: (id: string) => string }) {
  const { Icon, label } = KINDS[content.type];
  const [met] = because;
  return (
    <li>
      <Link className="meets" to={`${pathOf(content._id)}${met ? hashOf(met) : ""}`} replace>
        <b>
          <Icon className="i i-s" aria-hidden="true" />
          <span className="vh">{label}: </span>
          <span dir="auto">{titleOf(content)}</span>
        </b>
        {met && <q dir="auto">{quoteOf(met, met.here)}</q>}
      </Link>
    </li>
  );
}
