import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { dropDraft, useDraft } from "@/api/draft";
import { keyOf } from "@/lib/hotkeys";
import { Button } from "@/ui/button";

/** The longest remark that the server takes, in characters. */
const MAX_REMARK = 4000;

type Props = {
  /** Names the draft of what is typed, which outlives a reload. The one at first counts. */
  of: string;
  remark: string;
  /** Resolves to whether it was kept: if not, what was typed stays. */
  onSave: (remark: string) => Promise<boolean>;
  onCancel: () => void;
};

/** A remark on a mark. */
export function RemarkForm({ of, remark, onSave, onCancel }: Props) {
  const [key] = useState(`remark ${of}`);
  const [draft, setDraft] = useDraft(key);
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(draft || remark);

  useEffect(() => {
    const field = area.current;
    field?.focus({ preventScroll: true });
    field?.setSelectionRange(field.value.length, field.value.length);
  }, []);

  const leave = () => {
    setDraft("");
    onCancel();
  };
  const save = async (event?: FormEvent) => {
    event?.preventDefault();
    if (text.trim() === remark.trim()) return leave();
    if (await onSave(text.trim())) dropDraft(key);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const pressed = keyOf(event.nativeEvent);
    if (pressed === "escape") {
      event.preventDefault();
      event.stopPropagation();
      leave();
    } else if (pressed === "mod+enter") {
      event.preventDefault();
      void save();
    }
  };
  return (
    <form className="remark-form" onSubmit={save}>
      <label className="vh" htmlFor={id}>
        Your remark
      </label>
      <textarea
        ref={area}
        id={id}
        rows={3}
        placeholder="What does it say to you?"
        dir="auto"
        maxLength={MAX_REMARK}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setDraft(event.currentTarget.value);
        }}
        onKeyDown={onKeyDown}
      />
      <div className="remark-acts">
        <Button look="ghost" size="small" onClick={leave}>
          Cancel
        </Button>
        <Button type="submit" size="small">
          Save
        </Button>
      </div>
    </form>
  );
}
