/**
 * Turns "[1]" in an answer into a marked element, and "[?]" where it marks what nothing supports. It runs after the sanitiser, so that no answer can forge one, and it
 * keeps the marks on one line with the word before and the stop after. Brackets that are escaped, as those of saved words are, mark nothing.
 */

type Point = { offset?: number };
type Text = { type: "text"; value: string; position?: { start: Point; end: Point } };
type Element = { type: "element"; tagName: string; properties: Record<string, unknown>; children: Node[] };
type Node = Text | Element | { type: string; children?: Node[] };

/** A short word, one or more marks, and closing punctuation. Longer words may break, or they would overflow the page. */
const CITED = /([^\s[]{0,24})((?:[ \t]?\[(?:\d{1,3}|\?)\])+)([.,;:!?)…”"']*)/gu;

const text = (value: string): Text => ({ type: "text", value });

const element = (tagName: string, properties: Record<string, unknown>, children: Node[]): Element => ({
  type: "element",
  tagName,
  properties,
  children,
});

/** What stands for an opening bracket in markdown, or hides one that follows. */
const OPENING = /\\[!-/:-@[-`{-~]|\[|&(?:#0*91|#x0*5b|lbrack|lsqb);/giu;

/** Where in a text the opening brackets stand that are escaped in its source. */
function escaped({ value, position }: Text, source: string): ReadonlySet<number> {
  const written = [...source.slice(position?.start.offset ?? 0, position?.end.offset ?? 0).matchAll(OPENING)]
    .map(([sign]) => sign)
    .filter((sign) => !sign.startsWith("\\") || sign === "\\[");
  const places = [...value.matchAll(/\[/gu)].map(({ index }) => index);
  return new Set(places.filter((_, i) => (written[i] ?? "[") !== "["));
}

function split(node: Text, source: string, known: ReadonlySet<string>): Node[] {
  const { value } = node;
  const literal = escaped(node, source);
  const nodes: Node[] = [];
  let from = 0;
  for (const match of value.matchAll(CITED)) {
    const [all, word = "", marks = "", stop = ""] = match;
    const begin = match.index + word.length;
    const signs = [...marks.matchAll(/([ \t]?)\[(\d+|\?)\]/g)].map(({ index, 1: gap = "", 2: sign = "" }) => ({
      sign,
      written: `${gap}[${sign}]`,
      // Brackets round another number are the author's own text.
      meant: known.has(sign) && !literal.has(begin + index + gap.length),
    }));
    if (!signs.some(({ meant }) => meant)) continue;
    if (match.index > from) nodes.push(text(value.slice(from, match.index)));
    const cites = signs.map(({ sign, written, meant }) => (meant ? element("cite", {}, [text(sign)]) : text(written)));
    nodes.push(element("span", { className: ["nb"] }, [text(word), ...cites, text(stop)]));
    from = match.index + all.length;
  }
  if (from === 0) return [text(value)];
  if (from < value.length) nodes.push(text(value.slice(from)));
  return nodes;
}

function walk(node: Node, source: string, known: ReadonlySet<string>): void {
  if (!("children" in node) || !node.children) return;
  node.children = node.children.flatMap((child) => {
    if (child.type === "text") return split(child as Text, source, known);
    const tag = (child as Element).tagName;
    if (tag !== "code" && tag !== "pre" && tag !== "a") walk(child, source, known);
    return [child];
  });
}

/**
 * A rehype plugin. `numbers` are those that the answer's citations have; `checked` says that whoever wrote "[?]" meant the
 * mark.
 */
export function citeMarks(numbers: ReadonlySet<number>, checked: boolean) {
  const known = new Set([...numbers].map(String));
  if (checked) known.add("?");
  return () => (tree: Node, file: { value: unknown }) => walk(tree, String(file.value), known);
}
