import { FileText, Globe, PenLine, Plus } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/ui/button";
import type { AddKind } from "./add/kinds";
import defaultPicture from "./cards/default-picture.svg";
import pageFace from "./cards/page-face.svg";

type Props = { onAdd: (kind?: AddKind) => void };

/** What a new person finds: an invitation, and three things to begin with, one tap each. */
export function EmptyShelf({ onAdd }: Props) {
  return (
    <div className="empty">
      <div>
        <h2>An empty shelf, for once.</h2>
        <p>
          Save one thing you would be sorry to lose. It is read, remembered and ready to be asked about in a few
          seconds.
        </p>
        <Button icon={<Plus className="i" />} onClick={() => onAdd()}>
          Add to your second brain.
        </Button>
        <div className="one-hint">Add a link, a note, a document,tweet, etc.</div>
      </div>
      <div className="one-tap">
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
      </div>
    </div>
  );
}

type ExampleProps = Props & { kind: AddKind; icon: ReactNode; label: string; thumb: ReactNode; children: ReactNode };

function Example({ kind, icon, label, thumb, children, onAdd }: ExampleProps) {
  return (
    <button type="button" className="one" onClick={() => onAdd(kind)}>
      <span className={typeof thumb === "string" ? "thumb thumb-note" : "thumb"} aria-hidden="true">
        {thumb}
      </span>
      <span>
        <span className="kind">
          {icon}
          {label}
        </span>
        <strong>{children}</strong>
      </span>
      <Plus className="i" />
    </button>
  );
}
