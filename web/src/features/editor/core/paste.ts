import { syntaxTree } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { markdownOf } from "./html";

/** Pastes lists, links and the like of another page as markdown, but within code. */
export const pasteMarkup = EditorView.domEventHandlers({
  paste: ({ clipboardData }, view) => {
    const html = clipboardData?.getData("text/html");
    const markdown = html && !isCode(view) && markdownOf(html);
    if (!markdown) return false;
    view.dispatch(view.state.replaceSelection(markdown), { userEvent: "input.paste", scrollIntoView: true });
    return true;
  },
});

function isCode({ state }: EditorView): boolean {
  return /Code/.test(syntaxTree(state).resolveInner(state.selection.main.head, -1).name);
}
