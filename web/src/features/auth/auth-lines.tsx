import { type RefObject, useEffect, useRef } from "react";
import { HEIGHT, type Line, pathOf, roundTrip, spotAt, WIDTH } from "./line";

/** The lines from top to bottom, each with the fraction of its length where its light rests. */
const LINES: { line: Line; light?: number }[] = [
  { line: [60, -90, 270, 90, 210, -10], light: 0.3 },
  { line: [178, 12, 328, 137, 264, 88] },
  { line: [264, 114, 386, 165, 318, 186], light: 0.74 },
  { line: [318, 216, 444, 256, 372, 284] },
  { line: [366, 318, 502, 399, 426, 382], light: 0.2 },
  { line: [442, 420, 560, 509, 480, 480], light: 0.86 },
  { line: [553, 522, 618, 547, 534, 578], light: 0.1 },
  { line: [674, 624, 676, 581, 588, 676] },
  { line: [772, 726, 734, 684, 642, 774], light: 0.66 },
  { line: [832, 828, 792, 828, 696, 872] },
  { line: [878, 930, 850, 925, 750, 970], light: 0.36 },
];

const LIGHTS = LINES.flatMap(({ line, light }) => (light === undefined ? [] : [{ line, part: light }]));

/** The decorative lines behind the forms. */
export function AuthLines() {
  const stage = useRef<HTMLDivElement>(null);
  useRuns(stage);
  return (
    <div className="auth-lines" aria-hidden="true">
      <div ref={stage} className="auth-stage">
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
          {LINES.map(({ line }) => (
            <path key={line.join()} d={pathOf(line)} />
          ))}
        </svg>
        {LIGHTS.map(({ line, part }) => (
          <i key={line.join()} className="auth-light" style={{ transform: transformAt(line, part) }} />
        ))}
      </div>
    </div>
  );
}

/** The duration of a light's run, and the interval between the starts of two, in milliseconds. */
const RUN = 3500;
const EACH = 20_000;

/**
 * Runs one light after the other along its line, out at the right edge, in at the left and back to where it rests. Only
 * transforms are animated, so nothing is repainted. With reduced motion no light runs.
 */
function useRuns(stage: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const still = window.matchMedia("(prefers-reduced-motion: reduce)");
    let timer: ReturnType<typeof setInterval> | undefined;
    let run: Animation | undefined;
    let turn = 0;
    const next = () => {
      const { line, part } = LIGHTS[turn % LIGHTS.length] as (typeof LIGHTS)[number];
      const light = stage.current?.querySelectorAll(".auth-light")[turn % LIGHTS.length];
      run = light?.animate?.(keyframes(line, part), { duration: RUN, easing: "ease-in-out" });
      turn += 1;
    };
    const stop = () => {
      clearInterval(timer);
      run?.cancel();
    };
    const follow = () => {
      stop();
      if (still.matches) return;
      next();
      timer = setInterval(next, EACH);
    };
    follow();
    still.addEventListener("change", follow);
    return () => {
      still.removeEventListener("change", follow);
      stop();
    };
  }, [stage]);
}

function keyframes(line: Line, place: number): Keyframe[] {
  return roundTrip(place).map(({ offset, part }) => ({ offset, transform: transformAt(line, part) }));
}

/** Sets the position and angle of a light, as percentages of the stage. */
function transformAt(line: Line, part: number): string {
  const { x, y, angle } = spotAt(line, part);
  const of = (length: number, whole: number) => ((length / whole) * 100).toFixed(2);
  return `translate(${of(x, WIDTH)}cqw, ${of(y, HEIGHT)}cqh) rotate(${angle.toFixed(3)}rad)`;
}
