import { EditorSelection, EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { type Ref, useEffectEvent, useImperativeHandle, useLayoutEffect, useRef } from "react";
import { classNames } from "@/lib/class-names";
import { replaceText } from "./core/replace";
import { type Setup, setup } from "./core/setup";
import "./core/editor.css";

export type WritingAreaHandle = {
  /** Puts another text in its place; the cursor stays at its words. */
  replace: (text: string, undoable: boolean) => void;
};

export type WritingAreaProps = Setup & {
  ref?: Ref<WritingAreaHandle>;
  className?: string;
  /** The text at first; later ones come by `replace`. */
  text: string;
  /** What is selected at first, which also takes the focus; undefined: nothing does. */
  selection?: { anchor: number; head: number } | undefined;
  onChange: (text: string) => void;
  onEscape?: (() => void) | undefined;
};

/** A field for markdown, which shows it as it is typed. */
export default function WritingArea(props: WritingAreaProps) {
  const { ref, className, text, selection, onChange, onEscape, ...given } = props;
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const tell = useEffectEvent(onChange);
  const leave = useEffectEvent(() => onEscape?.());
  const begin = useEffectEvent((parent: HTMLElement) => {
    const listener = EditorView.updateListener.of(({ docChanged, state }) => docChanged && tell(state.doc.toString()));
    const escapes = EditorView.domEventHandlers({
      keydown: (event) => {
        if (event.key !== "Escape" || event.isComposing || !onEscape) return false;
        event.preventDefault();
        leave();
        return true;
      },
    });
    const at = ({ anchor, head }: { anchor: number; head: number }) =>
      EditorSelection.single(Math.min(anchor, text.length), Math.min(head, text.length));
    const state = EditorState.create({
      doc: text,
      ...(selection && { selection: at(selection) }),
      extensions: [onEscape ? escapes : [], setup(given), listener],
    });
    const made = new EditorView({ state, parent });
    if (selection) made.focus();
    return made;
  });
  // Before anything is painted: what stood in its place goes in the same moment, and its focus comes here.
  useLayoutEffect(() => {
    if (!place.current) return;
    const made = begin(place.current);
    view.current = made;
    return () => {
      view.current = null;
      made.destroy();
    };
  }, []);
  useImperativeHandle(ref, () => ({
    replace: (text, undoable) => view.current && replaceText(view.current, text, undoable),
  }));
  return <div ref={place} className={classNames("md", className)} />;
}
