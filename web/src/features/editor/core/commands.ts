/** What the keys of the editor do to markdown. */

import { syntaxTree } from "@codemirror/language";
import { type ChangeSpec, EditorSelection, type EditorState, type Line } from "@codemirror/state";
import type { Command, EditorView } from "@codemirror/view";
import type { SyntaxNode } from "@lezer/common";

/** Puts a sign around what is selected, or around the word at the cursor, or takes it away. */
export const around =
  (sign: string): Command =>
  (view) => {
    const { state } = view;
    const size = sign.length;
    const change = state.changeByRange((range) => {
      const { from, to } = range.empty ? (state.wordAt(range.head) ?? range) : range;
      const outer = state.sliceDoc(from - size, from) === sign && state.sliceDoc(to, to + size) === sign;
      if (outer && !isLonger(state, from, to, sign)) {
        return {
          changes: [
            { from: from - size, to: from },
            { from: to, to: to + size },
          ],
          range: EditorSelection.range(range.anchor - size, range.head - size),
        };
      }
      return {
        changes: [
          { from, insert: sign },
          { from: to, insert: sign },
        ],
        range: EditorSelection.range(range.anchor + size, range.head + size),
      };
    });
    view.dispatch(state.update(change, { userEvent: "input", scrollIntoView: true }));
    return true;
  };

/** Whether "*" stands there as half of "**" alone: what is bold is not italic by that. */
function isLonger(state: EditorState, from: number, to: number, sign: string): boolean {
  if (sign !== "*") return false;
  const before = /\**$/.exec(state.sliceDoc(Math.max(0, from - 3), from))?.[0].length ?? 0;
  const behind = /^\**/.exec(state.sliceDoc(to, to + 3))?.[0].length ?? 0;
  return before === 2 && behind === 2;
}

/** Makes a link of what is selected, the cursor where its address goes. */
export const link: Command = (view) => {
  const { state } = view;
  const { from, to } = state.selection.main;
  const words = state.sliceDoc(from, to);
  const isAddress = /^https?:\/\/\S+$/.test(words);
  const insert = isAddress ? `[](${words})` : `[${words}]()`;
  const anchor = isAddress || words === "" ? from + 1 : from + words.length + 3;
  view.dispatch({ changes: { from, to, insert }, selection: { anchor }, userEvent: "input", scrollIntoView: true });
  return true;
};

export type ListKind = "bullets" | "numbers" | "tasks";

const ITEM = /^(\s*)(?:([-*+])\s(\[[ xX]\]\s)?|(\d+)[.)]\s)?/;

function kindOf(text: string): ListKind | undefined {
  const [, , bullet, box, number] = ITEM.exec(text) ?? [];
  if (number) return "numbers";
  if (!bullet) return undefined;
  return box ? "tasks" : "bullets";
}

/** Makes the selected lines a list of this kind, or plain lines where they are one. */
export const list =
  (kind: ListKind): Command =>
  ({ state, dispatch }) => {
    const lines = selectedLines(state).filter(({ text }, _, all) => all.length === 1 || text.trim() !== "");
    const away = lines.every(({ text }) => kindOf(text) === kind);
    const changes = lines.map(({ from, text }, index): ChangeSpec => {
      const [whole = "", indent = ""] = ITEM.exec(text) ?? [];
      const sign = away ? "" : { bullets: "- ", numbers: `${index + 1}. `, tasks: "- [ ] " }[kind];
      return { from, to: from + whole.length, insert: indent + sign };
    });
    const made = state.changes(changes);
    const selection = state.selection.map(made, 1);
    dispatch(state.update({ changes: made, selection, userEvent: "input", scrollIntoView: true }));
    return true;
  };

/** Makes the selected lines headings of this level, or plain where they are. */
export const heading =
  (level: number): Command =>
  ({ state, dispatch }) => {
    const sign = `${"#".repeat(level)} `;
    const lines = selectedLines(state).filter(({ text }, _, all) => all.length === 1 || text.trim() !== "");
    const away = lines.every(({ text }) => text.startsWith(sign));
    const changes = lines.map(({ from, text }) => {
      const length = /^#{1,6} +/.exec(text)?.[0].length ?? 0;
      return { from, to: from + length, insert: away ? "" : sign };
    });
    const made = state.changes(changes);
    const selection = state.selection.map(made, 1);
    dispatch(state.update({ changes: made, selection, userEvent: "input", scrollIntoView: true }));
    return true;
  };

function selectedLines({ doc, selection: { main } }: EditorState): Line[] {
  const lines: Line[] = [];
  for (let at = main.from; at <= main.to; at = (lines.at(-1)?.to ?? at) + 1) lines.push(doc.lineAt(at));
  return lines;
}

/** Ticks the box of a line, or takes the tick away. */
export function tick(view: EditorView, at: number): boolean {
  const { from, text } = view.state.doc.lineAt(at);
  const [, before, sign] = /^(\s*(?:>\s?)*(?:[-*+]|\d+[.)])\s+\[)([ xX])\]/.exec(text) ?? [];
  if (before === undefined) return false;
  const place = from + before.length;
  const changes = { from: place, to: place + 1, insert: sign === " " ? "x" : " " };
  view.dispatch({ changes, userEvent: "input.tick" });
  return true;
}

export const tickHere: Command = (view) => tick(view, view.state.selection.main.head);

/** Moves the item at the cursor, with what is in it, a level deeper or back. False outside of lists. */
export const moveItem =
  (deeper: boolean): Command =>
  ({ state, dispatch }) => {
    const { main } = state.selection;
    const item = itemAt(state, main.head);
    if (!item) return false;
    const shift = deeper ? contentOf(state, item.prevSibling ?? item) : columnOf(state, item) - outerOf(state, item);
    const changes: ChangeSpec[] = [];
    for (let at = item.from; at <= Math.max(item.to, main.to); ) {
      const { from, to, text } = state.doc.lineAt(at);
      const spaces = Math.min(shift, /^ */.exec(text)?.[0].length ?? 0);
      if (deeper && text.trim() !== "") changes.push({ from, insert: " ".repeat(shift) });
      if (!deeper && spaces > 0) changes.push({ from, to: from + spaces });
      at = to + 1;
    }
    dispatch(state.update({ changes, userEvent: "input.indent" }));
    return true;
  };

/** The item of a list that a line is the first of, or within. */
function itemAt(state: EditorState, at: number): SyntaxNode | undefined {
  const { from, to, text } = state.doc.lineAt(at);
  const words = Math.min(to, from + (/^\s*/.exec(text)?.[0].length ?? 0));
  let node: SyntaxNode | null = syntaxTree(state).resolveInner(words, 1);
  while (node && node.name !== "ListItem") node = node.parent;
  return node ?? undefined;
}

const columnOf = ({ doc }: EditorState, { from }: SyntaxNode) => from - doc.lineAt(from).from;

/** How far the words of an item stand behind its sign. */
function contentOf(state: EditorState, { from }: SyntaxNode): number {
  return /^(?:[-*+]|\d+[.)])\s/.exec(state.sliceDoc(from, from + 12))?.[0].length ?? 2;
}

/** The column of the item that an item is in; 0 where it is in none. */
function outerOf(state: EditorState, item: SyntaxNode): number {
  const outer = item.parent?.parent;
  return outer?.name === "ListItem" ? columnOf(state, outer) : 0;
}
