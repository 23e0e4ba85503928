import FileText from "lucide-react/icons/file-text";
import PenLine from "lucide-react/icons/pen-line";
import Play from "lucide-react/icons/play";
import paper from "./pictures/doc-paper.svg";
import lecture from "./pictures/lecture.svg";

/** The memories behind the answer. Each lights up with its citation: at the fifth, tenth and fifteenth piece. */
export function DemoCards() {
  return (
    <div className="demo-src">
      <div className="card card-doc demo-card at-5" data-card="1">
        <span className="demo-tag">1</span>
        <div className="page">
          <img src={paper} fetchPriority="low" alt="" width="480" height="620" />
        </div>
        <div className="card-body">
          <h3>Sleep and the Second Day.pdf</h3>
          <p className="card-text">
            <mark>What was replayed most on the first night was what remained on the third.</mark>
          </p>
          <div className="card-foot">
            <FileText className="i i-s" />
            <span className="host">14 pages</span>
          </div>
        </div>
      </div>
      <div className="demo-pair">
        <div className="card card-video demo-card at-10" data-card="2">
          <span className="demo-tag">2</span>
          <div className="stage">
            <img src={lecture} fetchPriority="low" alt="" width="640" height="360" />
            <span className="play">
              <Play className="i i-fill" />
            </span>
            <span className="dur">24:07</span>
          </div>
          <div className="card-body">
            <h3>What slow waves do for memory</h3>
          </div>
        </div>
        <div className="card card-note demo-card at-15" data-card="3">
          <span className="demo-tag">3</span>
          <div className="card-body">
            <span className="kind">
              <PenLine className="i i-s" />
              Note
            </span>
            <div className="note-text">Slept four hours: Monday fine, Tuesday useless.</div>
            <div className="card-foot">Mar 9</div>
          </div>
        </div>
      </div>
    </div>
  );
}
