import MessageSquarePlus from "lucide-react/icons/message-square-plus";
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useDraft } from "@/api/draft";
import { grouped } from "@/lib/grouped";
import type { Memory } from "@/memory/kinds";
import { Button } from "@/ui/button";
import { usePart } from "./change-part";
import { PartLine } from "./part-line";
import "./parts.css";

/** The longest remark, in characters. */
const MOST = 4000;

/** What the user remarks on a memory, under its title. */
export function Remark({ memory }: { memory: Memory }) {
  const { remark = "" } = memory;
  // Begins with a sign: what is typed may be nothing, in place of a remark.
  const [draft, setDraft] = useDraft(`remark ${memory._id}`);
  const [writing, setWriting] = useState(draft !== "");
  const [restored] = useState(writing);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    setWriting(false);
    setDraft("");
    // The button is there again once the form has gone.
    setTimeout(() => opener.current?.focus({ preventScroll: true }));
  };
  if (writing) {
    const text = draft === "" ? remark : draft.slice(1);
    return (
      <RemarkForm
        memory={memory}
        text={text}
        onText={(text) => setDraft(`=${text}`)}
        focuses={!restored || draft === ""}
        onClose={close}
      />
    );
  }
  if (remark === "") {
    return (
      <button ref={opener} type="button" className="remark-add" onClick={() => setWriting(true)}>
        <MessageSquarePlus className="i i-s" />
        Add a remark
      </button>
    );
  }
  return (
    <div className="memory-remark">
      <p dir="auto">{remark}</p>
      <button ref={opener} type="button" className="part-edit" onClick={() => setWriting(true)}>
        Edit <span className="vh">your remark</span>
      </button>
    </div>
  );
}

type FormProps = {
  memory: Memory;
  text: string;
  onText: (text: string) => void;
  /** Whether it was asked for, and takes the focus; else it is there again. */
  focuses: boolean;
  onClose: () => void;
};

function RemarkForm({ memory, text, onText, focuses, onClose }: FormProps) {
  const { remark = "" } = memory;
  const field = useRef<HTMLTextAreaElement>(null);
  const { busy, failed, send } = usePart(memory);
  const takesFocus = useRef(focuses);
  useEffect(() => {
    const { current } = field;
    if (!takesFocus.current) return;
    current?.focus();
    current?.setSelectionRange(current.value.length, current.value.length);
  }, []);
  const length = [...text.trim()].length;
  const keep = async (event?: FormEvent) => {
    event?.preventDefault();
    if (length > MOST) return;
    if (text.trim() === remark || (await send({ remark: text }))) onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const keeps = event.key === "Enter" && (event.ctrlKey || event.metaKey);
    // What was typed is not thrown away by a key alone.
    const leaves = event.key === "Escape";
    if (!keeps && !leaves) return;
    event.preventDefault();
    if (keeps || text.trim() !== remark) void keep();
    else onClose();
  };
  return (
    <form className="part memory-remark" onSubmit={keep}>
      <textarea
        ref={field}
        className="area remark-field"
        aria-label="Your remark"
        placeholder="What do you think of it?"
        rows={2}
        dir="auto"
        value={text}
        onChange={({ currentTarget }) => onText(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div className="part-acts">
        <Button type="submit" size="small" busy={busy} disabled={length > MOST}>
          Keep
        </Button>
        <Button look="ghost" size="small" onClick={onClose}>
          Cancel
        </Button>
        {length > MOST - 500 && (
          <span className="part-count num" role="status">
            {grouped(length)} of {grouped(MOST)} characters
          </span>
        )}
      </div>
      <PartLine failed={failed} />
    </form>
  );
}
