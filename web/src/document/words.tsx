import { Fragment, type ReactNode, use } from "react";
import { classNames } from "@/lib/class-names";
import { type Drawing, MarksContext, useDrawing } from "./drawing";
import { type Mark, type MarkedSpan, splitAtMarks } from "./marks";
import { isMark, type Span } from "./tree";

type Props = {
  spans: readonly Span[] | null | undefined;
  leaf: number;
  /** Where the spans begin in the plain text of their leaf, in code points. */
  from?: number;
};

/** Spans as they are drawn, their text as text. Marks of answers stay on one line with the word before and the stop behind. */
export function Words({ spans, leaf, from = 0 }: Props) {
  const drawing = useDrawing();
  const marks = use(MarksContext).get(leaf);
  return inline(marks ? splitAtMarks(spans ?? [], marks, from) : (spans ?? []), drawing);
}

function inline(spans: readonly MarkedSpan[], drawing: Drawing): ReactNode[] {
  const runs = runsOf(spans);
  const parts = runs.map((run, at) => parted(run, isMarks(runs[at - 1]), isMarks(runs[at + 1])));
  return runs.map((run, at) => {
    const key = at;
    if (isMarks(run)) {
      return (
        <span key={key} className="nb">
          {parts[at - 1]?.word}
          {run.map(drawing.markOf)}
          {parts[at + 1]?.stop}
        </span>
      );
    }
    const { link, ref } = run[0];
    if (!link && !ref) return styled(run[0], parts[at]?.rest ?? "", key);
    const children = run.map((span, index) => styled(span, span.text ?? "", index));
    if (link) {
      return (
        <Link key={key} to={link}>
          {children}
        </Link>
      );
    }
    return (
      <drawing.Ref key={key} to={ref ?? ""} words={run.map(({ text }) => text).join("")}>
        {children}
      </drawing.Ref>
    );
  });
}

/** One span, those of one link or reference, or marks that follow each other. */
type Run = [MarkedSpan, ...MarkedSpan[]];

const isMarks = (run: Run | undefined) => run !== undefined && isMark(run[0]);

function runsOf(spans: readonly MarkedSpan[]): Run[] {
  const all: Run[] = [];
  for (const span of spans) {
    const last = all.at(-1);
    if (last && goesOn(last, span)) last.push(span);
    else all.push([span]);
  }
  return all;
}

function goesOn(last: Run, span: MarkedSpan): boolean {
  if (isMark(span)) return isMarks(last);
  const [{ link, ref }] = last;
  return (span.link !== undefined && link === span.link) || (span.ref !== undefined && ref === span.ref);
}

const STOPS = ".,;:!?)…”\"'";

/** Letters of a word that stay with the mark behind it. Longer words may break, or they would overflow the page. */
const MOST_LETTERS = 24;

/** The text of a run in three: the stop that follows marks, the rest, and the word before marks. Styled text stays whole. */
function parted([span]: Run, afterMarks: boolean, beforeMarks: boolean): { stop: string; rest: string; word: string } {
  const { text = "", bold, italic, struck, code, script, lit, link, ref, over } = span;
  if (bold || italic || struck || code || script || lit || link || ref || over)
    return { stop: "", rest: text, word: "" };
  let from = 0;
  while (afterMarks && from < text.length && STOPS.includes(text.charAt(from))) from++;
  const [stop, behind] = [text.slice(0, from), text.slice(from)];
  if (!beforeMarks) return { stop, rest: behind, word: "" };
  const whole = behind.trimEnd();
  const begun = Math.max(...[" ", "\n", "\t", "\u00a0"].map((blank) => whole.lastIndexOf(blank))) + 1;
  const word = Array.from(whole.slice(begun)).slice(-MOST_LETTERS).join("");
  return { stop, rest: whole.slice(0, whole.length - word.length), word };
}

/** Words in their style. */
function styled(
  { bold, italic, struck, code, script, lit, over, ending }: MarkedSpan,
  text: string,
  key: number,
): ReactNode {
  let drawn: ReactNode = code ? <code>{text}</code> : text;
  if (script) drawn = script === "super" ? <sup>{drawn}</sup> : <sub>{drawn}</sub>;
  if (italic) drawn = <em>{drawn}</em>;
  if (bold) drawn = <strong>{drawn}</strong>;
  if (struck) drawn = <del>{drawn}</del>;
  if (lit) drawn = <mark>{drawn}</mark>;
  if (over) drawn = <Marked over={over}>{drawn}</Marked>;
  return (
    <Fragment key={key}>
      {drawn}
      {ending?.map(({ id, n, on }) => n !== undefined && <Numeral key={id} n={n} on={on} />)}
    </Fragment>
  );
}

/** The words under one mark, or under several at once: the last one's colour, and the names of all. */
function Marked({ over, children }: { over: readonly Mark[]; children: ReactNode }) {
  const highlight = over.findLast(({ kind }) => kind === "highlight");
  return (
    <mark
      className={classNames(
        highlight && `hl hl-${highlight.color ?? "amber"}`,
        over.some(({ kind }) => kind === "citation") && "cited",
        over.some(({ remarked }) => remarked) && "remarked",
        over.some(({ on }) => on) && "on",
      )}
      data-marks={over.map(({ id }) => id).join(" ")}
    >
      {children}
    </mark>
  );
}

/** The number of a citation behind its words. It is drawn without text, which belongs to the document alone. */
function Numeral({ n, on }: { n: number; on: boolean | undefined }) {
  return (
    <span className={classNames("cite cite-drawn", on && "on")} role="img" aria-label={`Source ${n}`} data-n={n} />
  );
}

const OUTWARD: readonly string[] = ["http:", "https:", "mailto:"];

/** A link to the web, which learns nothing about us; to elsewhere its words alone. */
function Link({ to, children }: { to: string; children: ReactNode }) {
  if (!URL.canParse(to) || !OUTWARD.includes(new URL(to).protocol)) return children;
  return (
    <a href={to} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}
