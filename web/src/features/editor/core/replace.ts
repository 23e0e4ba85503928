import { Transaction } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";

/** Puts another text in place of an editor's, changing what differs alone, so that the cursor stays at its words. */
export function replaceText(view: EditorView, text: string, undoable: boolean): void {
  const now = view.state.doc.toString();
  if (now === text) return;
  const most = Math.min(now.length, text.length);
  let from = 0;
  while (from < most && now[from] === text[from]) from += 1;
  let behind = 0;
  while (behind < most - from && now.at(-1 - behind) === text.at(-1 - behind)) behind += 1;
  view.dispatch({
    changes: { from, to: now.length - behind, insert: text.slice(from, text.length - behind) },
    annotations: Transaction.addToHistory.of(undoable),
  });
}
