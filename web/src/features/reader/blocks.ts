/**
 * Splits captured text into blocks. It is plain text, not markdown: only what clearly looks like a list or a table is
 * one.
 */

/** A piece of text with its index in the whole, so that quotes can be marked in the rendered blocks. */
export type Run = { at: number; text: string };

export type Block =
  | { kind: "paragraph" | "code"; at: number; run: Run }
  | { kind: "heading"; at: number; level: number; run: Run }
  | { kind: "list"; at: number; ordered: boolean; start: number; items: readonly Run[] }
  | { kind: "table"; at: number; headed: boolean; rows: readonly (readonly Run[])[] };

const FENCE = /^\s*(```|~~~)/;
const HEADING = /^(#{1,6}\s+)(.*\S)/;
const BULLET = /^\s*[-*+•–]\s+(?=\S)/;
const NUMBER = /^\s*(\d{1,4})[.)]\s+(?=\S)/;
const INDENT = /^( {2}|\t)/;
const RULE = /^[\s|:-]+$/;

/**
 * Returns the headings, lists, tables, code blocks and paragraphs of a text in order. Only whitespace and markers are
 * dropped.
 */
export function blocksOf(text: string): readonly Block[] {
  const blocks: Block[] = [];
  let group: Run[] = [];
  let fence: { mark: string; lines: Run[] } | undefined;
  const end = () => {
    if (group.length > 0) blocks.push(blockOf(group));
    group = [];
  };
  for (const line of linesOf(text)) {
    const mark = FENCE.exec(line.text)?.[1];
    const heading = HEADING.exec(line.text);
    if (fence) {
      if (mark !== fence.mark) fence.lines.push(line);
      else {
        if (fence.lines.length > 0) blocks.push(whole("code", fence.lines));
        fence = undefined;
      }
    } else if (mark) {
      end();
      fence = { mark, lines: [] };
    } else if (heading) {
      end();
      const [, marks = "", words = ""] = heading;
      const run = { at: line.at + marks.length, text: words };
      blocks.push({ kind: "heading", at: line.at, level: marks.trim().length, run });
    } else if (line.text.trim() === "") {
      end();
    } else {
      group.push(line);
    }
  }
  // A passage may end inside a code block.
  if (fence && fence.lines.length > 0) blocks.push(whole("code", fence.lines));
  end();
  return blocks;
}

function linesOf(text: string): Run[] {
  let at = 0;
  return text.split("\n").map((line) => {
    const run = { at, text: line };
    at += line.length + 1;
    return run;
  });
}

/** Returns the block for consecutive lines that are not empty. */
function blockOf(lines: readonly Run[]): Block {
  const [first] = lines as [Run];
  const every = (test: RegExp) => lines.every(({ text }) => test.test(text));
  for (const marker of [BULLET, NUMBER]) {
    if (marker.test(first.text) && lines.every(({ text }) => marker.test(text) || INDENT.test(text))) {
      return list(lines, marker);
    }
  }
  if (every(/\S\t+\S/)) return { kind: "table", at: first.at, headed: false, rows: lines.map(cellsByTab) };
  if (lines.length > 1 && every(/^\s*\|.*\|\s*$/)) {
    const rows = lines.filter(({ text }) => !RULE.test(text)).map(cellsByBar);
    return { kind: "table", at: first.at, headed: rows.length < lines.length, rows };
  }
  return whole(lines.some(({ text }) => INDENT.test(text)) ? "code" : "paragraph", lines);
}

function whole(kind: "paragraph" | "code", lines: readonly Run[]): Block {
  const [{ at }] = lines as [Run];
  return { kind, at, run: { at, text: lines.map(({ text }) => text).join("\n") } };
}

/** Indented lines without a marker continue the previous item. */
function list(lines: readonly Run[], marker: RegExp): Block {
  const items: Run[] = [];
  for (const line of lines) {
    const length = marker.exec(line.text)?.[0].length;
    const last = items.at(-1);
    if (length !== undefined) items.push({ at: line.at + length, text: line.text.slice(length) });
    else if (last) last.text += `\n${line.text}`;
  }
  const [{ at, text }] = lines as [Run];
  const start = Number(NUMBER.exec(text)?.[1] ?? 1);
  return { kind: "list", at, ordered: marker === NUMBER, start, items };
}

function cellsByTab(line: Run): Run[] {
  return pieces(line, /[^\t]+/g);
}

function cellsByBar(line: Run): Run[] {
  return pieces(line, /(?<=\|)[^|]*(?=\|)/g);
}

function pieces(line: Run, pattern: RegExp): Run[] {
  return [...line.text.matchAll(pattern)].map(({ 0: cell, index }) => {
    const blanks = cell.length - cell.trimStart().length;
    return { at: line.at + index + blanks, text: cell.trim() };
  });
}
