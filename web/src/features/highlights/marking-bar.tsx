import Copy from "lucide-react/icons/copy";
import { type RefObject, useEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { pageRangeOf } from "@/document/on-page";
import { bringWordsIntoView } from "@/document/scroll";
import { Button } from "@/ui/button";
import { lastColor } from "./color";
import { RemarkForm } from "./remark-form";
import { SelectionBar } from "./selection-bar";
import { useBarPlace } from "./use-bar-place";
import type { Marking } from "./use-marking";

type Props = {
  bar: RefObject<HTMLDivElement | null>;
  text: HTMLElement;
  memory: string;
  marking: Marking;
};

/** The bar over what is chosen. */
export function MarkingBar({ bar, text, memory, marking }: Props) {
  const { span, root, unplaced, remarking } = marking;
  const shown = span !== undefined || unplaced || remarking;
  useBarPlace({ bar, root, span, shown, close: root !== text });
  useShownSentence(marking, bar);
  if (!shown) return null;
  return createPortal(
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps a press of a button from ending the selection.
    <div
      ref={bar}
      className="selbar"
      onMouseDown={(event) => {
        if (!(event.target as Element).closest("textarea")) event.preventDefault();
      }}
    >
      {unplaced ? <Unplaced onCopy={marking.copy} /> : <Acts memory={memory} marking={marking} />}
    </div>,
    text.closest(".reader") ?? document.body,
  );
}

function Acts({ memory, marking }: Pick<Props, "memory" | "marking">) {
  const { mark, name, sentence, remarking } = marking;
  if (remarking && mark)
    return (
      <RemarkForm
        key={name}
        of={`${memory} ${[mark.start, mark.end].map(({ leaf, offset }) => `${leaf}:${offset}`).join(" ")}`}
        remark={mark.remark}
        onSave={marking.saveRemark}
        onCancel={marking.clear}
      />
    );
  return (
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
  );
}

/** What can be done with words of a printed page that are not in the text. */
function Unplaced({ onCopy }: { onCopy: () => void }) {
  return (
    <div className="selbar-row selbar-unplaced">
      <p role="status">These words are not in the text, so they can be copied but not marked.</p>
      <Button look="ghost" icon={<Copy className="i" />} onClick={onCopy}>
        Copy
      </Button>
    </div>
  );
}

/** A sentence that was chosen by keys is shown as selected, in view. */
function useShownSentence({ sentence, root }: Marking, bar: RefObject<HTMLElement | null>) {
  const begun = useRef(false);
  useEffect(() => {
    if (!sentence) {
      begun.current = false;
      return;
    }
    const range = pageRangeOf(root, sentence);
    // The focus first: where it is in the bar, a selection is not taken for the hand's.
    if (!begun.current) bar.current?.querySelector("button")?.focus({ preventScroll: true });
    begun.current = true;
    if (!range) return;
    bringWordsIntoView(range);
    const { startContainer, startOffset, endContainer, endOffset } = range;
    document.getSelection()?.setBaseAndExtent(startContainer, startOffset, endContainer, endOffset);
  }, [root, sentence, bar]);
}
