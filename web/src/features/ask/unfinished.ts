/** An answer that is still being written, fit to be shown: what is only begun is held back or closed. */

const FENCE = /^\s*(?:```|~~~)/;

/** The text without a mark at its end that may yet become another, and with the marks closed that are still open. */
export function settled(text: string): string {
  const lines = text.split("\n");
  const fences = lines.filter((line) => FENCE.test(line)).length;
  // Inside code nothing is a mark.
  if (fences % 2 === 1) return text;
  const start = 1 + lines.findLastIndex((line) => line.trim() === "");
  const before = lines.slice(0, start);
  const last = lines.slice(start);
  return [...before, ...settledBlock(last)].join("\n");
}

/** The last lines, which no blank one ends. */
function settledBlock(lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  if (/^\s*\|/.test(lines[0] ?? "")) return settledTable(lines);
  const done = lines.slice(0, -1);
  const line = withoutBegun(lines.at(-1) ?? "");
  // A rule under a paragraph would make it a heading; a bare marker is an empty item.
  if (/^\s*(?:[-=*_]+|#{1,6}|\d{1,3}[.)]?|[-*+>`~]+)\s*$/.test(line)) return done;
  return [...done, line + closing([...done, line].join("\n"))];
}

/** Whole rows alone, and those once there is a head over them. */
function settledTable(lines: readonly string[]): string[] {
  const whole = lines.slice(0, -1);
  return whole.length >= 2 ? whole : [];
}

/** Without a link, a source's mark or an emphasis that has begun at the end. */
function withoutBegun(line: string): string {
  return line
    .replace(/!?\[[^\]\n]*$/, "")
    .replace(/!?\[[^\]\n]*\]\([^)\n]*$/, "")
    .replace(/[*_~`]+$/, (marks) => (closes(line.slice(0, -marks.length), marks) ? marks : ""));
}

/** Whether marks at the end of a line end what was begun in it by the same. */
function closes(before: string, marks: string): boolean {
  return /\S$/.test(before) && closing(before) === marks;
}

/** What closes the emphasis and the code that are open at the end of a block. */
function closing(block: string): string {
  const outside = block.replace(/`[^`\n]+`/g, "").replace(/^\s*[*+-]\s/gm, "");
  if (outside.includes("`")) return "`";
  const open: string[] = [];
  for (const [mark] of outside.matchAll(/\*{1,3}(?!\s)|(?<=\S)\*{1,3}|~~|(?<!\w)_{1,2}|_{1,2}(?!\w)/g)) {
    if (open.at(-1) === mark) open.pop();
    else open.push(mark);
  }
  return open.toReversed().join("");
}
