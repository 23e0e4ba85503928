import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import type { Memory } from "@/memory/kinds";
import { titleOf } from "@/memory/memory";
import { Button } from "@/ui/button";
import { usePart } from "./change-part";
import { PartLine } from "./part-line";
import "./parts.css";

type Props = {
  memory: Memory;
  /** Whether it is being written; asked for by a key or a button of the page. */
  editing: boolean;
  onEditing: (on: boolean) => void;
  /** The title as it is read. */
  children: ReactNode;
};

/** The title of a memory, which its user may write anew. */
export function Title({ children, ...props }: Props) {
  return (
    <>
      {/* It names the dialog, so it stays. */}
      <div className={props.editing ? "vh" : undefined}>{children}</div>
      {props.editing && <TitleForm {...props} />}
    </>
  );
}

function TitleForm({ memory, onEditing }: Omit<Props, "children">) {
  const { captured } = memory;
  const field = useRef<HTMLTextAreaElement>(null);
  const [title, setTitle] = useState(() => titleOf(memory));
  const { busy, failed, send } = usePart(memory);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const keep = async (event?: FormEvent) => {
    event?.preventDefault();
    const words = title.replace(/\s+/g, " ").trim();
    if (words === titleOf(memory) || (words !== "" && (await send({ title: words })))) onEditing(false);
  };
  const putBack = async () => {
    if (await send({ title: null })) onEditing(false);
  };
  return (
    <form className="part title-form" onSubmit={keep}>
      <textarea
        ref={field}
        className="title-field"
        aria-label="Title"
        rows={1}
        maxLength={300}
        dir="auto"
        enterKeyHint="done"
        value={title}
        onChange={({ currentTarget }) => setTitle(currentTarget.value.replace(/\n/g, " "))}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || !["Enter", "Escape"].includes(event.key)) return;
          event.preventDefault();
          if (event.key === "Enter") void keep();
          else onEditing(false);
        }}
      />
      <div className="part-acts">
        <Button type="submit" size="small" busy={busy} disabled={title.trim() === ""}>
          Keep
        </Button>
        <Button look="ghost" size="small" onClick={() => onEditing(false)}>
          Cancel
        </Button>
        {captured?.title !== undefined && (
          <Button look="ghost" size="small" onClick={() => void putBack()}>
            Put back what was captured
          </Button>
        )}
      </div>
      <PartLine failed={failed} />
    </form>
  );
}
