import { useCallback } from "react";
import type { AnswerSlots } from "@/features/ask/slots";
import { useKeepCited } from "@/features/highlights/use-keep-cited";

/** Returns what keeps words of an answer as a mark. */
export function useKeepCitation(): AnswerSlots["onKeep"] {
  const keep = useKeepCited();
  return useCallback(
    async ({ memoryId, passage, span, quote }) =>
      passage === undefined ? false : keep({ memoryId, passage, quote, ...(span && { span }) }),
    [keep],
  );
}
