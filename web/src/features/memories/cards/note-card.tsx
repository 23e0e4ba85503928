import { PenLine } from "lucide-react";
import type { Memory } from "../model";
import { whenText } from "../when";

/** A note: a page of paper with six ruled lines, which scrolls when there is more. */
export function NoteCard({ memory, titleId }: { memory: Memory; titleId: string }) {
  const when = whenText(new Date(memory.createdAt), new Date());
  return (
    <div className="card-body">
      <p className="kind" id={titleId}>
        <PenLine className="i i-s" />
        Note
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, and a landmark for each note is too many. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be within the keyboard's reach. */}
      <div className="note-text" role="group" aria-label={when ? `Note, ${when}` : "Note"} tabIndex={0} dir="auto">
        {memory.description}
      </div>
      <div className="card-foot">
        <time dateTime={memory.createdAt}>{when}</time>
      </div>
    </div>
  );
}
