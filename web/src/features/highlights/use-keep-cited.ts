import { useCallback } from "react";
import { useSWRConfig } from "swr";
import { logFailure, messageOf } from "@/api/errors";
import { expectMarks } from "@/lib/marks-back";
import { toast } from "@/ui/toast";
import { type Cited, keepCited } from "./calls";
import { lastColor } from "./color";
import { useReread } from "./use-reread";

/** Returns what keeps words of an answer as a mark in their memory. It resolves to whether they were kept, and says so. */
export function useKeepCited(): (cited: Cited) => Promise<boolean> {
  const { mutate } = useSWRConfig();
  const reread = useReread();
  return useCallback(
    async (cited) => {
      try {
        await keepCited(cited, lastColor());
      } catch (reason) {
        logFailure("keeping words of an answer", reason);
        toast.error(messageOf(reason, "The words could not be kept. Please try again."));
        return false;
      }
      expectMarks();
      void mutate(["highlights", cited.memoryId]);
      reread();
      toast.success("Kept as a mark");
      return true;
    },
    [mutate, reread],
  );
}
