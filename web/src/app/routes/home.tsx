import { Hero } from "@/features/ask";
import { MemoryCard, Shelf, shelfLine, useAddMemory, useDelete, useMemories } from "@/features/memories";

const NONE: [] = [];

/** The dashboard: ask on top, the memories below. */
export function Component() {
  const { memories } = useMemories();
  const { open, panel } = useAddMemory(false);
  const onDelete = useDelete();
  return (
    <>
      <main id="main" className="lamp">
        <div className="home">
          <Hero
            name={undefined}
            line={memories && shelfLine(memories, new Date())}
            memories={memories ?? NONE}
            renderMemory={(memory) => <MemoryCard memory={memory} onDelete={onDelete} />}
          />
          <Shelf onAdd={open} onDelete={onDelete} />
        </div>
      </main>
      {panel}
    </>
  );
}
