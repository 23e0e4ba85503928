/**
 * Turns "[1]" in an answer into a marked element, and "[?]" where it marks what nothing supports. It runs after the sanitiser, so that no answer can forge one, and it
 * keeps the marks on one line with the word before and the stop after.
 */

type Text = { type: "text"; value: string };
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

function split(value: string, known: ReadonlySet<string>): Node[] {
  const nodes: Node[] = [];
  let from = 0;
  for (const match of value.matchAll(CITED)) {
    const [all, word = "", marks = "", stop = ""] = match;
    const signs = [...marks.matchAll(/\d+|\?/g)].map(([sign]) => sign);
    // Brackets round another number are the author's own text.
    if (!signs.some((sign) => known.has(sign))) continue;
    if (match.index > from) nodes.push(text(value.slice(from, match.index)));
    const cites = signs.map((sign) => (known.has(sign) ? element("cite", {}, [text(sign)]) : text(`[${sign}]`)));
    nodes.push(element("span", { className: ["nb"] }, [text(word), ...cites, text(stop)]));
    from = match.index + all.length;
  }
  if (from === 0) return [text(value)];
  if (from < value.length) nodes.push(text(value.slice(from)));
  return nodes;
}

function walk(node: Node, known: ReadonlySet<string>): void {
  if (!("children" in node) || !node.children) return;
  node.children = node.children.flatMap((child) => {
    if (child.type === "text") return split((child as Text).value, known);
    const tag = (child as Element).tagName;
    if (tag !== "code" && tag !== "pre" && tag !== "a") walk(child, known);
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
  return () => (tree: Node) => walk(tree, known);
}
