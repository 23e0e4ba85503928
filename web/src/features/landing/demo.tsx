import Pause from "lucide-react/icons/pause";
import Play from "lucide-react/icons/play";
import RotateCcw from "lucide-react/icons/rotate-ccw";
import { type AnimationEvent, useEffect, useRef, useState } from "react";
import { classNames } from "@/lib/class-names";
import { DemoStage } from "./demo-stage";
import { useOnScreen } from "./use-on-screen";

type State = "playing" | "paused" | "done";

const CONTROLS = {
  playing: { label: "Pause", icon: <Pause className="i i-s" />, next: "paused" },
  paused: { label: "Play", icon: <Play className="i i-s" />, next: "playing" },
  done: { label: "Play again", icon: <RotateCcw className="i i-s" />, next: "playing" },
} as const;

/** The name of the last animation of the stage, in demo.css. */
const LAST = "demo-last";

/**
 * An animated question and answer, played once by CSS from the first paint on, without layout shifts. It is static with
 * reduced motion, and pauses while it is off screen.
 */
export function Demo() {
  const [state, setState] = useState<State>("playing");
  const [run, setRun] = useState(0);
  const frame = useRef<HTMLElement>(null);
  const onScreen = useOnScreen(frame);
  const { label, icon, next } = CONTROLS[state];
  const press = () => {
    // A new key remounts the stage, which plays from the start.
    if (state === "done") setRun(run + 1);
    setState(next);
  };
  useEffect(() => {
    // It plays without this code, and may have ended before it came.
    const all = frame.current?.getAnimations?.({ subtree: true });
    if (all && !all.some((one) => one instanceof CSSAnimation && one.animationName === LAST)) setState("done");
  }, []);
  const end = ({ animationName }: AnimationEvent) => animationName === LAST && setState("done");
  return (
    <figure
      className={classNames("demo", (state === "paused" || !onScreen) && "demo-still")}
      ref={frame}
      onAnimationEnd={end}
    >
      <p className="vh">
        An example. Asked “What did I save about sleep?”, Engram answers with three sentences out of three memories:
        “What was replayed most on the first night was what remained on the third”, from page 4 of the document Sleep
        and the Second Day; “A nap helps from an hour up, because only then does it reach slow waves”, from 12:40 in the
        video What slow waves do for memory; and “Slept four hours: Monday fine, Tuesday useless”, from a note of March
        9.
      </p>
      <DemoStage key={run} />
      <figcaption className="demo-foot">
        <span>An example: three memories, one question.</span>
        <button
          type="button"
          className="btn btn-ghost demo-control"
          aria-label={`${label} the example`}
          onClick={press}
        >
          {icon}
          {label}
        </button>
      </figcaption>
    </figure>
  );
}
