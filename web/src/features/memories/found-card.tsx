import { useCallback, useRef } from "react";
import { useIsLeaving } from "./api";
import { MemoryCard } from "./cards/memory-card";
import type { Memory } from "./model";

type Props = { memory: Memory; onDelete: (id: string) => void };

/** The card of a memory that a search found. It outlives its place on the shelf, so it looks whether it is still there. */
export function FoundCard({ memory, onDelete }: Props) {
  const gone = useIsLeaving(memory._id);
  const deletedHere = useRef(false);
  // The button that was pressed goes with the card; deleted from the shelf, the focus is the shelf's matter.
  const takeFocus = useCallback((line: HTMLElement | null) => {
    if (deletedHere.current) line?.focus();
  }, []);
  const deleteHere = (id: string) => {
    deletedHere.current = true;
    onDelete(id);
  };
  if (!gone) return <MemoryCard memory={memory} onDelete={deleteHere} />;
  return (
    <p ref={takeFocus} className="aside-note" tabIndex={-1}>
      This memory was deleted.
    </p>
  );
}
