import { Trash2 } from "lucide-react";
import { useCallback } from "react";
import { toast } from "@/ui/toast";
import { useDeleteMemory } from "./api";

/** Deletes and, once it is gone, says so for two seconds. */
export function useDelete(): (id: string) => void {
  const deleteMemory = useDeleteMemory();
  return useCallback(
    (id) => {
      void deleteMemory(id).then(
        (gone) => gone && toast("Deleted Memory", { icon: <Trash2 className="i" />, duration: 2000 }),
      );
    },
    [deleteMemory],
  );
}
