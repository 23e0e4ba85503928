import PenLine from "lucide-react/icons/pen-line";
import { lazy, type MouseEvent, Suspense, useRef } from "react";
import { Boundary } from "@/ui/boundary";
import { whenText } from "../when";
import type { BodyProps } from "./body";
import { CardMarks } from "./card-marks";
import { CardTags } from "./card-tags";
import { OpenLink } from "./open-link";

// Most notes have no markup.
const NoteBlocks = lazy(() => import("./note-blocks"));

/**
 * A note: a page of paper with six ruled lines, which scrolls when there is more. Its text can be marked; a press on it
 * that marks nothing opens the note, as on the rest of the card.
 */
export function NoteCard({ memory, titleId }: BodyProps) {
  const label = useRef<HTMLParagraphElement>(null);
  const when = whenText(new Date(memory.createdAt), new Date());
  const own = memory.captured?.title !== undefined;
  const open = ({ target, ctrlKey, metaKey, shiftKey }: MouseEvent) => {
    if (window.getSelection()?.isCollapsed === false || (target as Element).closest("a")) return;
    // With its keys, which open a link elsewhere.
    const press = { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey };
    label.current?.querySelector("a")?.dispatchEvent(new window.MouseEvent("click", press));
  };
  return (
    <div className="card-body">
      <p className="kind" id={titleId} ref={label}>
        <PenLine className="i i-s" />
        <OpenLink memory={memory}>
          {own ? <b dir="auto">{memory.title}</b> : "Note"}
          {when && <span className="vh">, {when}</span>}
        </OpenLink>
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, and a landmark for each note is too many. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has the link above. */}
      <div
        className="note-text"
        role="group"
        aria-label={when ? `Note, ${when}` : "Note"}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be within the keyboard's reach.
        tabIndex={0}
        dir="auto"
        onClick={open}
      >
        {memory.blocks ? (
          <Boundary name="a note" of={memory} fallback={memory.description}>
            <Suspense fallback={memory.description}>
              <NoteBlocks blocks={memory.blocks} />
            </Suspense>
          </Boundary>
        ) : (
          memory.description
        )}
      </div>
      <CardTags tags={memory.tags} />
      <div className="card-foot">
        <time dateTime={memory.createdAt}>{when}</time>
        <CardMarks memory={memory} />
      </div>
    </div>
  );
}
