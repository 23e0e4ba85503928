import { history, historyKeymap, moveLineDown, moveLineUp, standardKeymap } from "@codemirror/commands";
import { deleteMarkupBackward, insertNewlineContinueMarkupCommand, pasteURLAsLink } from "@codemirror/lang-markdown";
import { type Extension, Prec } from "@codemirror/state";
import { drawSelection, EditorView, type KeyBinding, keymap, placeholder } from "@codemirror/view";
import { around, heading, link, list, moveItem, tickHere } from "./commands";
import { drawing } from "./drawing";
import { following } from "./follow";
import { markdown } from "./language";
import { pasteMarkup } from "./paste";

const KEYS: readonly KeyBinding[] = [
  { key: "Mod-b", run: around("**"), preventDefault: true },
  { key: "Mod-i", run: around("*"), preventDefault: true },
  { key: "Mod-e", run: around("`"), preventDefault: true },
  { key: "Mod-Shift-x", run: around("~~"), preventDefault: true },
  { key: "Mod-k", run: link, preventDefault: true },
  { key: "Mod-Shift-7", run: list("numbers"), preventDefault: true },
  { key: "Mod-Shift-8", run: list("bullets"), preventDefault: true },
  { key: "Mod-Shift-9", run: list("tasks"), preventDefault: true },
  { key: "Mod-Alt-1", run: heading(1) },
  { key: "Mod-Alt-2", run: heading(2) },
  { key: "Mod-Alt-3", run: heading(3) },
  { key: "Enter", run: insertNewlineContinueMarkupCommand({ nonTightLists: false }) },
  { key: "Backspace", run: deleteMarkupBackward },
  { key: "Alt-ArrowUp", run: moveLineUp },
  { key: "Alt-ArrowDown", run: moveLineDown },
];

const INDENTING: readonly KeyBinding[] = [
  { key: "Tab", run: moveItem(true), shift: moveItem(false) },
  { key: "Mod-Enter", run: tickHere },
];

export type Setup = {
  label: string;
  /** Ids of what says how to write in it. */
  describedBy?: string | undefined;
  placeholder?: string | undefined;
  /** Whether Tab moves an item of a list, and Ctrl or ⌘ Enter ticks a box; else both mean what they mean around it. */
  indents: boolean;
};

/** All that makes a markdown editor of CodeMirror. */
export function setup({ label, describedBy, placeholder: words, indents }: Setup): Extension {
  return [
    markdown,
    drawing,
    history(),
    drawSelection(),
    EditorView.lineWrapping,
    EditorView.perLineTextDirection.of(true),
    EditorView.contentAttributes.of({
      "aria-label": label,
      ...(describedBy && { "aria-describedby": describedBy }),
      ...(words && { "aria-placeholder": words, placeholder: words }),
      spellcheck: "true",
      autocorrect: "on",
      autocapitalize: "sentences",
      writingsuggestions: "true",
    }),
    words ? placeholder(words) : [],
    following,
    pasteURLAsLink,
    pasteMarkup,
    Prec.high(keymap.of(KEYS)),
    indents ? keymap.of(INDENTING) : [],
    keymap.of([...historyKeymap, ...standardKeymap]),
  ];
}
