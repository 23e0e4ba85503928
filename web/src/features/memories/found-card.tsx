import { useIsLeaving } from "./api";
import { MemoryCard } from "./cards/memory-card";
import type { Memory } from "./model";

/** The card of a memory that a search found. It outlives its place on the shelf, so it looks whether it is still there. */
export function FoundCard({ memory, onDelete }: { memory: Memory; onDelete: (id: string) => void }) {
  if (useIsLeaving(memory._id)) return <p className="aside-note">This memory was deleted.</p>;
  return <MemoryCard memory={memory} onDelete={onDelete} />;
}
