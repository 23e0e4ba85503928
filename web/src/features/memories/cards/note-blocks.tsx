import { DocumentView } from "@/document/document-view";
import type { Block } from "@/document/tree";
import "./note-blocks.css";

/** The beginning of a note as it reads, on the lines of its card. */
export default function NoteBlocks({ blocks }: { blocks: readonly Block[] }) {
  return (
    <div className="note-blocks">
      <DocumentView blocks={blocks} />
    </div>
  );
}
