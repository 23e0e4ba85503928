import FileText from "lucide-react/icons/file-text";
import Globe from "lucide-react/icons/globe";
import PenLine from "lucide-react/icons/pen-line";
import Plus from "lucide-react/icons/plus";
import type { CSSProperties, ReactNode } from "react";
import { Link } from "react-router";
import type { AddKind } from "./add/kinds";
import defaultPicture from "./cards/default-picture-hills.svg";
import pageFace from "./cards/page-face.svg";
import { useColumns } from "./columns";
import { NewTile } from "./new-tile";

type Props = { onAdd: (kind?: AddKind) => void };
type EmptyProps = Props & { importPath: string };

/** What a new person finds: the first tile as ever, and beside it three things to begin with, one tap each. */
export function EmptyShelf({ onAdd, importPath }: EmptyProps) {
  return (
    <>
      <div className="empty">
        <h2>An empty shelf, for once.</h2>
        <p>
          Save one thing you would be sorry to lose. It is read, remembered and ready to be asked about in a few
          seconds.
        </p>
        <p>
          <Link className="link" to={importPath}>
            Bring what you have
          </Link>{" "}
          from a browser, another reading list, or a folder of notes.
        </p>
      </div>
      <ul className="cards-first" style={{ "--columns": useColumns() } as CSSProperties}>
        <li>
          <NewTile onAdd={onAdd} />
        </li>
        <Example
          kind="link"
          icon={<Globe className="i i-s" />}
          label="Page"
          thumb={<img src={defaultPicture} alt="" />}
          onAdd={onAdd}
        >
          The article you keep coming back to
        </Example>
        <Example
          kind="document"
          icon={<FileText className="i i-s" />}
          label="Document"
          thumb={<img src={pageFace} alt="" />}
          onAdd={onAdd}
        >
          The paper you meant to finish
        </Example>
        <Example kind="note" icon={<PenLine className="i i-s" />} label="Note" thumb="Aa" onAdd={onAdd}>
          Three things I want to remember this week
        </Example>
      </ul>
    </>
  );
}

type ExampleProps = Props & { kind: AddKind; icon: ReactNode; label: string; thumb: ReactNode; children: ReactNode };

function Example({ kind, icon, label, thumb, children, onAdd }: ExampleProps) {
  return (
    <li>
      <button type="button" className="card example" onClick={() => onAdd(kind)}>
        <span className={typeof thumb === "string" ? "thumb thumb-note" : "thumb"} aria-hidden="true">
          {thumb}
        </span>
        <Plus className="i" />
        <span className="example-words">
          <span className="kind">
            {icon}
            {label}
          </span>
          <strong>{children}</strong>
        </span>
      </button>
    </li>
  );
}
