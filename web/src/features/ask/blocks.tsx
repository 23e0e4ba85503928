import { Fragment, memo, type ReactNode } from "react";
import { CiteMark } from "./cite-mark";
import { type Block, type Span, spansIn } from "./tree";
import { Unsupported } from "./unsupported";

type Props = {
  blocks: readonly Block[];
  /** The numbers that have a source. */
  numbers: ReadonlySet<number>;
};

/**
 * Draws an answer with these elements only, its text as text, because a model that has read untrusted pages wrote it. Only
 * links have addresses, and only of the web.
 */
export function Blocks({ blocks, numbers }: Props) {
  return blocks.map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only added, and each keeps its place.
    <OneBlock key={index} block={block} numbers={numbers} />
  ));
}

type BlockProps = Pick<Props, "numbers"> & { block: Block };

/** Memoized: a block that is unchanged while others arrive is not drawn again. */
const OneBlock = memo(({ block, numbers }: BlockProps): ReactNode => {
  switch (block.kind) {
    case "paragraph":
      return <p>{inline(block.spans, numbers)}</p>;
    case "heading": {
      // The card has the h2: an answer's own headings come below it, whatever it calls them.
      const Heading = HEADINGS[Math.min(Math.max(block.level ?? 0, 3), 6) - 3] ?? "h3";
      return <Heading>{inline(block.spans, numbers)}</Heading>;
    }
    case "list":
      return <List block={block} numbers={numbers} />;
    case "quote":
      return (
        <blockquote>
          <Blocks blocks={block.blocks ?? []} numbers={numbers} />
        </blockquote>
      );
    case "code":
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be within the keyboard's reach.
        <pre tabIndex={0}>
          <code>{block.text}</code>
        </pre>
      );
    case "table":
      return <Table block={block} numbers={numbers} />;
    case "rule":
      return <hr />;
    default:
      // A newer server may send other kinds: their text is shown.
      return <p>{(block as Block).text ?? inline(spansIn([block]), numbers)}</p>;
  }
});

const HEADINGS = ["h3", "h4", "h5", "h6"] as const;

function List({ block, numbers }: BlockProps) {
  const items = (block.items ?? []).map((item, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: items are only added, and each keeps its place.
    <li key={index}>
      <Item blocks={item ?? []} numbers={numbers} />
    </li>
  ));
  return block.ordered ? <ol start={block.start}>{items}</ol> : <ul>{items}</ul>;
}

/** Words alone, with a list below them at most, stand close to those of the next item. */
function Item({ blocks, numbers }: Props) {
  const [first, ...rest] = blocks;
  if (first?.kind !== "paragraph" || rest.some(({ kind }) => kind !== "list"))
    return <Blocks blocks={blocks} numbers={numbers} />;
  return (
    <>
      {inline(first.spans, numbers)}
      <Blocks blocks={rest} numbers={numbers} />
    </>
  );
}

const ALIGNED: Record<string, string> = { left: "text-left", center: "text-center", right: "text-right" };

function Table({ block, numbers }: BlockProps) {
  const [head = [], ...rows] = block.rows ?? [];
  const row = (cells: typeof head, Cell: "th" | "td") =>
    (cells ?? []).map((spans, column) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a column keeps its place.
      <Cell key={column} className={ALIGNED[block.align?.[column] ?? ""]}>
        {inline(spans, numbers)}
      </Cell>
    ));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, and a landmark for each table is too many.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be within the keyboard's reach.
    <div className="prose-table" role="group" aria-label="Table" tabIndex={0}>
      <table>
        <thead>
          <tr>{row(head, "th")}</tr>
        </thead>
        <tbody>
          {rows.map((cells, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are only added, and each keeps its place.
            <tr key={index}>{row(cells, "td")}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Spans as they are drawn. Marks stay on one line with the word before them and the stop behind. */
function inline(spans: readonly Span[] | null | undefined, numbers: ReadonlySet<number>): ReactNode[] {
  const runs = runsOf(spans ?? []);
  const parts = runs.map((run, at) => parted(run, isMarks(runs[at - 1]), isMarks(runs[at + 1])));
  return runs.map((run, at) => {
    const key = at;
    if (isMarks(run)) {
      return (
        <span key={key} className="nb">
          {parts[at - 1]?.word}
          {run.map((mark, index) => markOf(mark, index, numbers))}
          {parts[at + 1]?.stop}
        </span>
      );
    }
    const { link } = run[0];
    if (link) {
      return (
        <Link key={key} to={link}>
          {run.map((span, index) => styled(span, span.text ?? "", index))}
        </Link>
      );
    }
    return styled(run[0], parts[at]?.rest ?? "", key);
  });
}

/** One span, those of one link, or marks that follow each other. */
type Run = [Span, ...Span[]];

const isMark = ({ cite, unsupported }: Span) => Boolean(cite || unsupported);
const isMarks = (run: Run | undefined) => run !== undefined && isMark(run[0]);

function runsOf(spans: readonly Span[]): Run[] {
  const all: Run[] = [];
  for (const span of spans) {
    const last = all.at(-1);
    const goesOn = isMark(span) ? isMarks(last) : span.link !== undefined && last?.[0].link === span.link;
    if (last && goesOn) last.push(span);
    else all.push([span]);
  }
  return all;
}

const STOPS = ".,;:!?)…”\"'";

/** Letters of a word that stay with the mark behind it. Longer words may break, or they would overflow the page. */
const MOST_LETTERS = 24;

/** The text of a run in three: the stop that follows marks, the rest, and the word before marks. Styled text stays whole. */
function parted([span]: Run, afterMarks: boolean, beforeMarks: boolean): { stop: string; rest: string; word: string } {
  const { text = "", bold, italic, struck, code, lit, link } = span;
  if (bold || italic || struck || code || lit || link) return { stop: "", rest: text, word: "" };
  let from = 0;
  while (afterMarks && from < text.length && STOPS.includes(text.charAt(from))) from++;
  const [stop, behind] = [text.slice(0, from), text.slice(from)];
  if (!beforeMarks) return { stop, rest: behind, word: "" };
  const whole = behind.trimEnd();
  const begun = Math.max(...[" ", "\n", "\t", "\u00a0"].map((blank) => whole.lastIndexOf(blank))) + 1;
  const word = Array.from(whole.slice(begun)).slice(-MOST_LETTERS).join("");
  return { stop, rest: whole.slice(0, whole.length - word.length), word };
}

function markOf({ cite = 0, citation, unsupported }: Span, key: number, numbers: ReadonlySet<number>): ReactNode {
  if (unsupported) return <Unsupported key={key} />;
  return numbers.has(cite) ? <CiteMark key={key} n={cite} citation={citation} /> : ` [${cite}]`;
}

/** Words in their style. */
function styled({ bold, italic, struck, code, lit }: Span, text: string, key: number): ReactNode {
  let drawn: ReactNode = code ? <code>{text}</code> : lines(text);
  if (italic) drawn = <em>{drawn}</em>;
  if (bold) drawn = <strong>{drawn}</strong>;
  if (struck) drawn = <del>{drawn}</del>;
  if (lit) drawn = <mark>{drawn}</mark>;
  return <Fragment key={key}>{drawn}</Fragment>;
}

function lines(text: string): ReactNode {
  if (!text.includes("\n")) return text;
  return text.split("\n").map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines are only added, and each keeps its place.
    <Fragment key={index}>
      {index > 0 && <br />}
      {line}
    </Fragment>
  ));
}

const WEB: readonly string[] = ["http:", "https:"];

/** A link to the web, which learns nothing about us; to elsewhere its words alone. */
function Link({ to, children }: { to: string; children: ReactNode }) {
  if (!URL.canParse(to) || !WEB.includes(new URL(to).protocol)) return children;
  return (
    <a href={to} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}
