import { useCallback } from "react";
import { saveMemories } from "./add/save";
import { useListFeed } from "./shelf-data";

/** Saves a note as the panel does, a toast telling how it ends. Resolves to whether it is kept. */
export function useSaveNote(): (note: string) => Promise<boolean> {
  const { reread } = useListFeed();
  return useCallback(
    async (note) => {
      const outcome = await saveMemories([{ type: "note", description: note }], [], () => {});
      void reread();
      return outcome === "saved";
    },
    [reread],
  );
}
