import Play from "lucide-react/icons/play";
import { Fragment, type Ref } from "react";
import { clockTime } from "@/lib/clock-time";
import { Boundary } from "@/ui/boundary";
import { ShownProvider } from "./marked";
import { leafOf, type Part } from "./parts";
import { Passage } from "./passage";
import type { Mark } from "./quotes";

type Props = {
  ref: Ref<HTMLDivElement>;
  parts: readonly Part[];
  marks: ReadonlyMap<number, readonly Mark[]>;
  shown: number;
  /** Plays the recording from a second on. */
  onPlay: (second: number) => void;
};

const NONE: readonly Mark[] = [];

/** Shows the captured text, with a rule at each new page and the time at each new segment of a recording. */
export function Captured({ ref, parts, marks, shown, onPlay }: Props) {
  return (
    <ShownProvider value={shown}>
      <div ref={ref} className="prose captured">
        {parts.map((part, index) => {
          const { page, second } = leafOf(parts, index);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts have a fixed order.
            <Fragment key={index}>
              {page !== undefined && (
                <h2 className="leaf num" data-part={index}>
                  Page {page}
                </h2>
              )}
              {second !== undefined && <Time second={second} index={index} onPlay={onPlay} />}
              <Boundary name="a piece of a text" of={part} fallback={<p className="verbatim">{part.text}</p>}>
                <Passage part={part} marks={marks.get(index) ?? NONE} />
              </Boundary>
            </Fragment>
          );
        })}
      </div>
    </ShownProvider>
  );
}

function Time({ second, index, onPlay }: { second: number; index: number; onPlay: Props["onPlay"] }) {
  const time = clockTime(second);
  return (
    <p className="at" data-part={index}>
      <button type="button" className="at-play num" aria-label={`Play from ${time}`} onClick={() => onPlay(second)}>
        <Play className="i i-s" />
        {time}
      </button>
    </p>
  );
}
