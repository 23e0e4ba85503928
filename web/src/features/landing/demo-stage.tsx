import ArrowUp from "lucide-react/icons/arrow-up";
import FileText from "lucide-react/icons/file-text";
import PenLine from "lucide-react/icons/pen-line";
import Play from "lucide-react/icons/play";
import { classNames } from "@/lib/class-names";
import { BrainMark } from "@/ui/icons";
import { DemoCards } from "./demo-cards";

/** The answer in the pieces in which it streams. Each sentence ends with its citation. */
const SENTENCES = [
  ["What was replayed most", "on the first night", "was what remained", "on the", "third."],
  ["A nap helps", "from an hour up,", "because only then", "does it reach slow", "waves."],
  ["Slept four hours:", "Monday", "fine,", "Tuesday", "useless."],
] as const;

const SOURCES = [
  { Icon: FileText, title: "Sleep and the Second Day.pdf", place: "page 4" },
  { Icon: Play, title: "What slow waves do for memory", place: "at 12:40" },
  { Icon: PenLine, title: "Your note", place: "Mar 9" },
] as const;

/** A decorative animation of the dashboard, which screen readers skip. Its timing is in landing.css. */
export function DemoStage() {
  return (
    <div className="demo-in" aria-hidden="true">
      <div className="demo-ask">
        <p>
          <span className="demo-typed">
            <span>What did I save about sleep?</span>
          </span>
        </p>
        <span className="btn btn-primary demo-go">
          <span>Ask</span>
          <ArrowUp className="i" />
        </span>
      </div>
      <div className="demo-body">
        <div className="demo-text">
          <div className="answer-head demo-soon">
            <BrainMark />
            <h2>Engram’s response</h2>
            <time className="num">9:42 PM</time>
          </div>
          <div className="prose">
            {SENTENCES.map((pieces, index) => (
              <Sentence key={pieces[0]} pieces={pieces} n={index + 1} />
            ))}
          </div>
          <div className="sources demo-sources">
            <h3>Where this comes from</h3>
            <ol>
              {SOURCES.map(({ Icon, title, place }, index) => (
                <li className="source" key={title}>
                  <span className={classNames("cite", index === 0 && "on")}>{index + 1}</span>
                  <span className="source-head">
                    <Icon className="i i-s" />
                    <span className="source-open">{title}</span>
                    <span className="place">{place}</span>
                  </span>
                </li>
              ))}
            </ol>
          </div>
        </div>
        <DemoCards />
      </div>
    </div>
  );
}

function Sentence({ pieces, n }: { pieces: readonly string[]; n: number }) {
  // Each sentence starts one beat after the citation of the previous one.
  const start = (n - 1) * pieces.length + 1;
  const said = pieces.slice(0, -1);
  const last = start + said.length;
  return (
    <p>
      {said.map((piece, index) => (
        <span className={`demo-say at-${start + index}`} key={piece}>
          {piece}{" "}
        </span>
      ))}
      {/* The citation never wraps to a line of its own. */}
      <span className={`demo-say nb at-${last}`}>
        {pieces.at(-1)}
        <span className={classNames("cite", n === 1 && "on")} data-cite={n}>
          {n}
        </span>
      </span>
    </p>
  );
}
