import PenLine from "lucide-react/icons/pen-line";
import Trash2 from "lucide-react/icons/trash-2";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import type { Color } from "@/document/marks";
import { classNames } from "@/lib/class-names";
import { IconButton } from "@/ui/button";
import type { Change } from "./calls";
import { sinceText } from "./groups";
import { COLORS, type Listed, placeText } from "./model";
import { RemarkForm } from "./remark-form";

type Props = {
  mark: Listed;
  path: string;
  onChange: (id: string, to: Change) => Promise<boolean>;
  onRemove: (id: string) => void;
};

/** A mark in the list of all: its words lead to where they stand; its colour and remark are changed here. */
export function MarkRow({ mark, path, onChange, onRemove }: Props) {
  const { id, color, quote, remark, createdAt, orphaned } = mark;
  const [editing, setEditing] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const place = placeText(mark);
  const at = new Date(createdAt);
  const wasEditing = useRef(false);
  useEffect(() => {
    // The form is gone, and the focus with it.
    if (wasEditing.current && !editing && document.activeElement === document.body) edit.current?.focus();
    wasEditing.current = editing;
  }, [editing]);
  const close = () => setEditing(false);
  const save = async (words: string) => {
    const kept = await onChange(id, { remark: words });
    if (kept) close();
    return kept;
  };
  return (
    <li className={classNames("mark-row", `hl-${color}`)}>
      <blockquote dir="auto">
        <Link to={path}>{quote}</Link>
      </blockquote>
      {editing ? (
        <div className="mark-edit">
          <Colors color={color} onColor={(to) => void onChange(id, { color: to })} />
          <RemarkForm of={id} remark={remark} onSave={save} onCancel={close} />
        </div>
      ) : (
        remark && (
          <p className="mark-remark" dir="auto">
            {remark}
          </p>
        )
      )}
      <footer className="mark-foot">
        <span className="num">
          {place && <span className="mark-place">{place}</span>}
          <time dateTime={createdAt} title={at.toLocaleString()}>
            Marked {sinceText(at, new Date())}
          </time>
          {orphaned && <span>No longer in the text</span>}
        </span>
        {!editing && (
          <button
            ref={edit}
            type="button"
            className="btn btn-ghost btn-icon"
            aria-label={remark ? "Change colour or remark" : "Change colour, or write a remark"}
            title="Colour and remark"
            onClick={() => setEditing(true)}
          >
            <PenLine className="i" />
          </button>
        )}
        <IconButton
          label="Remove the mark"
          title="Remove"
          icon={<Trash2 className="i" />}
          onClick={() => onRemove(id)}
        />
      </footer>
    </li>
  );
}

function Colors({ color, onColor }: { color: Color; onColor: (color: Color) => void }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a frame and a legend to undo.
    <div role="group" aria-label="Colour" className="mark-colors">
      {COLORS.map((one) => (
        <button
          key={one}
          type="button"
          className={classNames("ink-dot", `hl-${one}`)}
          aria-label={`Turn ${one}`}
          aria-pressed={one === color}
          onClick={() => onColor(one)}
        />
      ))}
    </div>
  );
}
