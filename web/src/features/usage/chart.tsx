import { type KeyboardEvent, type PointerEvent, useState } from "react";
import { grouped } from "@/lib/grouped";
import { type Day, dayWords, movedBy, nameOf, topOf } from "./model";

/** Units of the drawing: a day is ten wide, the chart a hundred high. */
const [WIDE, HIGH] = [10, 100];

/** Saves as bars and searches as a line, day by day. Arrow keys and the pointer move over the days. */
export function Chart({ days }: { days: readonly Day[] }) {
  const [at, setAt] = useState<number>();
  const top = topOf(days);
  const now = new Date();
  const last = days.length - 1;
  const shown = at === undefined ? undefined : days[Math.min(at, last)];

  function onKeyDown(event: KeyboardEvent) {
    const to = movedBy(event.key, at ?? last + 1, days.length);
    if (to === undefined) return;
    event.preventDefault();
    setAt(to);
  }

  function onPointer({ currentTarget, clientX }: PointerEvent) {
    const { left, width } = currentTarget.getBoundingClientRect();
    if (width > 0) setAt(Math.min(Math.max(Math.floor(((clientX - left) / width) * days.length), 0), last));
  }

  return (
    <div className="chart">
      <p className="chart-says" role="status">
        {shown ? dayWords(shown, now) : <span className="muted">Move over the days to read them.</span>}
      </p>
      <div className="chart-scale" aria-hidden="true">
        <span>{grouped(top)}</span>
        <span>0</span>
      </div>
      <div
        className="chart-plot"
        role="application"
        aria-roledescription="chart"
        aria-label="Saves and searches by day. Left and right move over the days."
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its arrow keys move over the days.
        tabIndex={0}
        onKeyDown={onKeyDown}
        onBlur={() => setAt(undefined)}
        onPointerMove={onPointer}
        onPointerDown={onPointer}
        onPointerLeave={({ pointerType }) => pointerType === "mouse" && setAt(undefined)}
      >
        <Drawing days={days} top={top} at={shown && Math.min(at ?? 0, last)} />
      </div>
      <div className="chart-days" aria-hidden="true">
        {[0, Math.floor(last / 2), last].map((index) => (
          <span key={index}>{days[index] && nameOf(days[index], now)}</span>
        ))}
      </div>
    </div>
  );
}

type DrawingProps = { days: readonly Day[]; top: number; at: number | undefined };

function Drawing({ days, top, at }: DrawingProps) {
  const height = (count: number) => (count / top) * HIGH;
  const line = days
    .map(({ searches }, index) => `${index === 0 ? "M" : "L"}${(index + 0.5) * WIDE} ${HIGH - height(searches)}`)
    .join("");
  return (
    <svg viewBox={`0 0 ${days.length * WIDE} ${HIGH}`} preserveAspectRatio="none" aria-hidden="true">
      {at !== undefined && <rect className="chart-at" x={at * WIDE} y={0} width={WIDE} height={HIGH} />}
      <path className="chart-lines" d={`M0 0.5H${days.length * WIDE}M0 ${HIGH / 2}H${days.length * WIDE}`} />
      {days.map(({ day, saves }, index) =>
        saves > 0 ? (
          <rect
            key={day}
            className="chart-saves"
            x={(index + 0.15) * WIDE}
            y={HIGH - height(saves)}
            width={0.7 * WIDE}
            height={height(saves)}
          />
        ) : null,
      )}
      <path className="chart-searches" d={line} />
      <path className="chart-floor" d={`M0 ${HIGH - 0.5}H${days.length * WIDE}`} />
    </svg>
  );
}
