import { useCallback, useRef } from "react";
import type { Memory } from "@/memory/kinds";
import { useMemory } from "./api";
import { MemoryCard } from "./cards/memory-card";
import { useIsLeaving } from "./shelf-data";

export type FoundProps = { memory: Memory; onDelete: (id: string) => void; onRefresh: (memory: Memory) => void };

/**
 * The card of a memory that a search found. It changes with the one on the shelf, and outlives it, so it looks whether
 * that is still there.
 */
export default function FoundCard({ memory, onDelete, onRefresh }: FoundProps) {
  const listed = useMemory(memory._id);
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
  if (!gone) return <MemoryCard memory={listed ?? memory} onDelete={deleteHere} onRefresh={onRefresh} />;
  return (
    <p ref={takeFocus} className="aside-note" tabIndex={-1}>
      This memory was deleted.
    </p>
  );
}
