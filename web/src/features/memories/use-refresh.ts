import { useCallback } from "react";
import { messageOf, statusOf } from "@/api/errors";
import type { Memory } from "@/memory/kinds";
import { toast } from "@/ui/toast";
import { useRefreshMemory } from "./api";

/** Fetches a memory again and shows a toast on failure. An expired session leads to sign-in instead. */
export function useRefresh(): (memory: Memory) => void {
  const refreshMemory = useRefreshMemory();
  return useCallback(
    (memory) => {
      refreshMemory(memory).catch((error) => {
        if (statusOf(error) === 401) return;
        toast.error("It could not be fetched again", { description: messageOf(error, "Please try again later.") });
      });
    },
    [refreshMemory],
  );
}
