import Play from "lucide-react/icons/play";
import { Fragment, memo, type ReactNode, type Ref, useDeferredValue, useEffect } from "react";
import { Blocks } from "@/document/document-view";
import { clockTime } from "@/lib/clock-time";
import { Boundary } from "@/ui/boundary";
import type { Sheet } from "./sheets";

type Props = {
  ref: Ref<HTMLDivElement>;
  sheets: readonly Sheet[];
  /** Plays the recording from a second on. */
  onPlay: (second: number) => void;
  /** Called when all sheets are on the page. */
  onDrawn: () => void;
  children?: ReactNode;
};

/** How many sheets are drawn at once; the others follow when the browser has time. */
const AT_ONCE = 2;

/** Shows the captured text, with a rule at each new page and the time at each new segment of a recording. */
export function Captured({ ref, sheets, onPlay, onDrawn, children }: Props) {
  const drawn = useDeferredValue(sheets, sheets.slice(0, AT_ONCE));
  const whole = drawn.length === sheets.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is drawn anew.
  useEffect(() => {
    if (whole) onDrawn();
  }, [whole, sheets]);
  return (
    <div ref={ref} className="prose captured">
      {drawn.map((sheet) => (
        <Fragment key={sheet.first}>
          {sheet.page !== undefined && (
            <h2 className="turn num" id={`page-${sheet.page}`}>
              Page {sheet.page}
            </h2>
          )}
          {sheet.second !== undefined && <Time second={sheet.second} onPlay={onPlay} />}
          <Boundary name="a piece of a text" of={sheet} fallback={<p>This piece of the text can’t be shown.</p>}>
            <Piece sheet={sheet} />
          </Boundary>
        </Fragment>
      ))}
      {children}
    </div>
  );
}

/** Off screen it is not laid out (content-visibility), and takes its estimated height. */
const Piece = memo(({ sheet }: { sheet: Sheet }) => (
  <div className="sheet" style={{ containIntrinsicHeight: `auto ${sheet.height}px` }}>
    <Blocks blocks={sheet.blocks} first={sheet.first} />
  </div>
));

function Time({ second, onPlay }: { second: number; onPlay: Props["onPlay"] }) {
  const time = clockTime(second);
  return (
    <p className="at" id={`second-${second}`}>
      <button type="button" className="at-play num" aria-label={`Play from ${time}`} onClick={() => onPlay(second)}>
        <Play className="i i-s" />
        {time}
      </button>
    </p>
  );
}
