/** How markdown looks while it is written: nothing is hidden but the signs of a box to tick. */

import { syntaxTree } from "@codemirror/language";
import type { EditorState, Range } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import type { SyntaxNode, SyntaxNodeRef } from "@lezer/common";
import { TaskBox } from "./task-box";

const INLINE: Record<string, string> = {
  StrongEmphasis: "md-strong",
  Emphasis: "md-em",
  InlineCode: "md-code",
  Strikethrough: "md-del",
  Autolink: "md-link",
  EmphasisMark: "md-soft",
  CodeMark: "md-soft",
  CodeInfo: "md-soft",
  StrikethroughMark: "md-soft",
  LinkMark: "md-soft",
  LinkTitle: "md-soft",
  LinkLabel: "md-soft",
  HeaderMark: "md-soft",
  QuoteMark: "md-soft",
  TableDelimiter: "md-soft",
  HorizontalRule: "md-soft",
  HTMLTag: "md-soft",
  Escape: "md-soft",
};

const LINES: Record<string, string> = {
  ATXHeading1: "md-h1",
  ATXHeading2: "md-h2",
  ATXHeading3: "md-h3",
  ATXHeading4: "md-h4",
  ATXHeading5: "md-h4",
  ATXHeading6: "md-h4",
  SetextHeading1: "md-h1",
  SetextHeading2: "md-h2",
  Blockquote: "md-quote",
  FencedCode: "md-codeblock",
  CodeBlock: "md-codeblock",
  Table: "md-table",
};

const marks = new Map<string, Decoration>();
const lines = new Map<string, Decoration>();

function once(known: Map<string, Decoration>, name: string, make: (name: string) => Decoration): Decoration {
  const found = known.get(name) ?? make(name);
  known.set(name, found);
  return found;
}

const mark = (name: string) => once(marks, name, (name) => Decoration.mark({ class: name }));
const line = (name: string) => once(lines, name, (name) => Decoration.line({ class: name }));

// Each line begins on the side of its own first letter.
const sided = Decoration.line({ attributes: { dir: "auto" } });

/** Deeper lists stand where this one does. */
const DEEPEST = 6;

type Drawn = { all: Range<Decoration>[]; whole: Range<Decoration>[] };

function draw(view: EditorView): { drawn: DecorationSet; whole: DecorationSet } {
  const { state, visibleRanges } = view;
  const drawn: Drawn = { all: [], whole: [] };
  for (const { from, to } of visibleRanges) {
    drawLines(state, from, to, drawn);
    syntaxTree(state).iterate({ from, to, enter: (node) => drawNode(state, node, from, to, drawn) });
  }
  return { drawn: Decoration.set(drawn.all, true), whole: Decoration.set(drawn.whole, true) };
}

function eachLine(state: EditorState, from: number, to: number, each: (from: number, text: string) => void): void {
  for (let at = from; at <= to; ) {
    const { from: start, to: end, text } = state.doc.lineAt(at);
    each(start, text);
    at = end + 1;
  }
}

function drawLines(state: EditorState, from: number, to: number, { all }: Drawn): void {
  eachLine(state, from, to, (at, text) => {
    all.push(sided.range(at));
    if (text.trim() === "") all.push(line("md-blank").range(at));
  });
}

function drawNode(state: EditorState, node: SyntaxNodeRef, from: number, to: number, drawn: Drawn) {
  const { name } = node;
  const ofLines = LINES[name];
  if (ofLines) {
    eachLine(state, Math.max(node.from, from), Math.min(node.to, to), (at) => drawn.all.push(line(ofLines).range(at)));
  }
  if (name === "ListMark") return drawItem(state, node.node, drawn);
  if (name === "Link" || name === "Image") drawLink(node.node, drawn);
  const inline = name === "URL" ? urlClass(node.node) : INLINE[name];
  if (inline && node.to > node.from) drawn.all.push(mark(inline).range(node.from, node.to));
}

/** The address behind a link's words is soft; one that stands for itself is a link. */
function urlClass({ parent }: SyntaxNode): string {
  return parent && ["Link", "Image", "LinkReference"].includes(parent.name) ? "md-url" : "md-link";
}

/** Of a link its words look like one, and not its signs. */
function drawLink(node: SyntaxNode, { all }: Drawn): void {
  const [begin, end] = node.getChildren("LinkMark");
  if (begin && end && end.from > begin.to) all.push(mark("md-link").range(begin.to, end.from));
}

function drawItem(state: EditorState, sign: SyntaxNode, { all, whole }: Drawn): void {
  const item = sign.parent;
  const start = state.doc.lineAt(sign.from);
  const before = state.sliceDoc(start.from, sign.from);
  if (!item || before.trim() !== "") return;
  const depth = Math.min(DEEPEST, depthOf(item));
  all.push(line(`md-item md-item-${depth}`).range(start.from));
  const task = item.parent?.name === "BulletList" && item.getChild("Task")?.getChild("TaskMarker");
  const isTask = task && state.doc.lineAt(task.from).from === start.from;
  const end = isTask ? task.to : sign.to;
  const words = end + (state.sliceDoc(end, end + 1) === " " ? 1 : 0);
  if (!isTask) {
    all.push(mark("md-sign").range(start.from, words));
    return;
  }
  const done = /x/i.test(state.sliceDoc(end - 2, end - 1));
  const box = Decoration.replace({ widget: new TaskBox(done, state.sliceDoc(words, start.to).trim()) });
  all.push(box.range(start.from, words));
  whole.push(box.range(start.from, words));
  if (done && start.to > words) all.push(mark("md-done").range(words, start.to));
}

function depthOf(item: SyntaxNode): number {
  let depth = 0;
  for (let node: SyntaxNode | null = item; node; node = node.parent) if (node.name === "ListItem") depth += 1;
  return depth;
}

/** Draws the lines that are seen, anew whenever they or what is known of them changes. */
export const drawing = ViewPlugin.fromClass(
  class {
    drawn: DecorationSet;
    whole: DecorationSet;
    constructor(view: EditorView) {
      ({ drawn: this.drawn, whole: this.whole } = draw(view));
    }
    update({ view, docChanged, viewportChanged, startState, state }: ViewUpdate) {
      if (!docChanged && !viewportChanged && syntaxTree(startState) === syntaxTree(state)) return;
      ({ drawn: this.drawn, whole: this.whole } = draw(view));
    }
  },
  {
    decorations: ({ drawn }) => drawn,
    // The cursor passes a box in one step.
    provide: (plugin) => EditorView.atomicRanges.of((view) => view.plugin(plugin)?.whole ?? Decoration.none),
  },
);
