import { type RefObject, useEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { lastColor } from "./color";
import { RemarkForm } from "./remark-form";
import { bringIntoView } from "./scroll";
import { rangeOf } from "./selection";
import { SelectionBar } from "./selection-bar";
import { useBarPlace } from "./use-bar-place";
import type { Marking } from "./use-marking";

type Props = {
  bar: RefObject<HTMLDivElement | null>;
  root: HTMLElement;
  memory: string;
  marking: Marking;
};

/** The bar over what is chosen. */
export function MarkingBar({ bar, root, memory, marking }: Props) {
  const { span, mark, sentence, remarking } = marking;
  useBarPlace({ bar, root, span });
  useShownSentence(root, marking, bar);
  if (!span) return null;
  return createPortal(
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps a press of a button from ending the selection.
    <div
      ref={bar}
      className="selbar"
      onMouseDown={(event) => {
        if (!(event.target as Element).closest("textarea")) event.preventDefault();
      }}
    >
      {remarking && mark ? (
        <RemarkForm
          of={`${memory} ${span.start.leaf}:${span.start.offset}`}
          remark={mark.remark}
          onSave={marking.saveRemark}
          onCancel={marking.clear}
        />
      ) : (
        <SelectionBar
          color={mark?.color ?? lastColor()}
          marked={mark !== undefined}
          remarked={Boolean(mark?.remark)}
          onColor={marking.turn}
          onRemark={() => marking.remark()}
          onCopy={marking.copy}
          onAsk={marking.ask}
          onRemove={() => marking.remove()}
          onStep={sentence && marking.step}
        />
      )}
    </div>,
    root.closest(".reader") ?? document.body,
  );
}

/** A sentence that was chosen by keys is shown as selected, in view. */
function useShownSentence(root: HTMLElement, { sentence }: Marking, bar: RefObject<HTMLElement | null>) {
  const begun = useRef(false);
  useEffect(() => {
    if (!sentence) {
      begun.current = false;
      return;
    }
    const range = rangeOf(root, sentence);
    // The focus first: where it is in the bar, a selection is not taken for the hand's.
    if (!begun.current) bar.current?.querySelector("button")?.focus({ preventScroll: true });
    begun.current = true;
    if (!range) return;
    bringIntoView(range, root.closest(".reader"));
    const { startContainer, startOffset, endContainer, endOffset } = range;
    document.getSelection()?.setBaseAndExtent(startContainer, startOffset, endContainer, endOffset);
  }, [root, sentence, bar]);
}
