import { EditorView } from "@codemirror/view";
import { safeLink } from "@/lib/safe-link";

// A press with Ctrl or ⌘ follows a link, as it does in other editors.
export const following = EditorView.domEventHandlers({
  mousedown: (event, view) => {
    if (!(event.ctrlKey || event.metaKey)) return false;
    const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
    const address = at === null ? undefined : addressAt(view, at);
    if (!address) return false;
    window.open(address, "_blank", "noopener,noreferrer");
    return true;
  },
});

/** The address of the link that stands at a place. */
export function addressAt(view: EditorView, at: number): string | undefined {
  const { from, text } = view.state.doc.lineAt(at);
  for (const found of text.matchAll(/\[[^\]]*\]\(\s*<?([^)\s>]+)[^)]*\)|https?:\/\/[^\s)>\]]+/g)) {
    const start = from + found.index;
    if (at >= start && at <= start + found[0].length) return safeLink(found[1] ?? found[0]);
  }
  return undefined;
}
