import { type ComponentType, type KeyboardEvent, type Ref, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { afterwards } from "@/lib/afterwards";
import { Area } from "@/ui/field";

/** What a note is written in instead of a plain field. */
export type NoteEditor = ComponentType<{
  ref?: Ref<{ replace: (text: string, undoable: boolean) => void }>;
  className: string;
  label: string;
  placeholder: string;
  /** Whether Tab is one of its own keys. */
  indents: boolean;
  text: string;
  /** What is selected at first. */
  selection: { anchor: number; head: number };
  onChange: (text: string) => void;
}>;

export type LoadEditor = () => Promise<{ default: NoteEditor }>;

type Props = { note: string; onNote: (note: string) => void; loadEditor: LoadEditor | undefined };

const LABEL = "Your note";
const PLACEHOLDER = "Add your note";

/**
 * The field for a note: a plain one, in whose place the editor comes with the first letter that is typed once it is loaded.
 * That letter is the editor's already.
 */
export function NoteField({ note, onNote, loadEditor }: Props) {
  const [Editor, setEditor] = useState<NoteEditor>();
  const [selection, setSelection] = useState<{ anchor: number; head: number }>();
  const editor = useRef<{ replace: (text: string, undoable: boolean) => void }>(null);
  const told = useRef(note);
  useEffect(() => {
    if (!loadEditor) return;
    // Without it the plain field stays.
    return afterwards(() =>
      loadEditor().then(
        (loaded) => setEditor(() => loaded.default),
        () => {},
      ),
    );
  }, [loadEditor]);
  // What was saved, or is restored, reaches the editor as well.
  useEffect(() => {
    if (told.current !== note) editor.current?.replace(note, false);
    told.current = note;
  }, [note]);

  const begin = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (!Editor || !isLetter(event)) return;
    const { selectionStart: anchor, selectionEnd: head } = event.currentTarget;
    flushSync(() => setSelection({ anchor, head }));
  };
  if (!Editor || !selection) {
    return (
      <Area
        label={LABEL}
        className="add-note"
        rows={3}
        placeholder={PLACEHOLDER}
        dir="auto"
        value={note}
        onChange={(event) => onNote(event.currentTarget.value)}
        onKeyDown={begin}
      />
    );
  }
  return (
    <div className="field">
      <span className="label" aria-hidden="true">
        {LABEL}
      </span>
      <Editor
        ref={editor}
        className="area add-note"
        label={LABEL}
        placeholder={PLACEHOLDER}
        indents={false}
        text={note}
        selection={selection}
        onChange={(text) => {
          told.current = text;
          onNote(text);
        }}
      />
    </div>
  );
}

/** Whether a key types something by itself: not one of a shortcut, nor of an input method. */
function isLetter({ key, ctrlKey, metaKey, altKey, nativeEvent }: KeyboardEvent): boolean {
  return key.length === 1 && !ctrlKey && !metaKey && !altKey && !nativeEvent.isComposing && nativeEvent.keyCode !== 229;
}
