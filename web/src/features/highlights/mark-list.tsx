import Highlighter from "lucide-react/icons/highlighter";
import Trash2 from "lucide-react/icons/trash-2";
import { useId, useRef } from "react";
import { classNames } from "@/lib/class-names";
import { Button, IconButton } from "@/ui/button";
import { leaveRow } from "./leave-row";
import type { Highlight } from "./model";

type ListProps = {
  marks: readonly Highlight[];
  onGo: (id: string) => void;
  /** Begins to choose a sentence by keys. */
  onBegin: () => void;
  /** Whether it is known which there are, and whether that could not be read. */
  known: boolean;
  failed: boolean;
  onRetry: () => void;
};

/** The marks of a text, in its order. Each leads to its words, and to what can be done with it. */
export function MarkList({ marks, onGo, onBegin, known, failed, onRetry }: ListProps) {
  const id = useId();
  return (
    <section className="your-marks" aria-labelledby={id}>
      <div className="your-marks-head">
        <h2 id={id}>Your marks</h2>
        <IconButton
          label="Mark a sentence, by keys"
          title="Mark a sentence (L)"
          icon={<Highlighter className="i i-s" />}
          onClick={onBegin}
        />
      </div>
      {known && marks.length === 0 && <p className="your-marks-none">Select words to mark them.</p>}
      <div role="alert">
        {failed && (
          <div className="your-marks-lost">
            <p>Your marks could not be read just now.</p>
            <Button look="secondary" size="small" onClick={onRetry}>
              Retry
            </Button>
          </div>
        )}
      </div>
      <ul>
        {marks.map(({ id, color, quote }) => (
          <li key={id}>
            <button
              type="button"
              className={classNames("your-mark", `hl-${color}`)}
              dir="auto"
              onClick={() => onGo(id)}
            >
              <span className="vh">{`In ${color}: `}</span>
              <span className="your-mark-words">{quote}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

type OrphansProps = { marks: readonly Highlight[]; onRemove: (id: string) => void };

/** Marks whose words went with a new version of the text. */
export function Orphans({ marks, onRemove }: OrphansProps) {
  const id = useId();
  const section = useRef<HTMLElement>(null);
  const remove = (mark: string) => {
    leaveRow(section.current, "button", section.current?.closest(".reader")?.querySelector("h1"));
    onRemove(mark);
  };
  return (
    <section ref={section} className="orphans" aria-labelledby={id}>
      <h2 id={id}>Words that are no longer in the text</h2>
      <ul>
        {marks.map(({ id, color, quote, remark }) => (
          <li key={id} data-orphan={id} tabIndex={-1} className={classNames("orphan", `hl-${color}`)}>
            <div className="min-w-0">
              <q dir="auto">{quote}</q>
              {remark && <p dir="auto">{remark}</p>}
            </div>
            <IconButton
              label="Remove the mark"
              title="Remove"
              icon={<Trash2 className="i" />}
              onClick={() => remove(id)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
