import { useEffect, useRef } from "react";
import type { Memory } from "@/memory/kinds";
import { savedBefore } from "@/memory/similar";
import { toast } from "@/ui/toast";

/** Says of what has just been read that it was saved before. */
export function useSimilarNews(memories: readonly Memory[] | undefined): void {
  const waiting = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    for (const { _id, type, status, similar } of memories ?? []) {
      if (status !== "ready" || !similar || !waiting.current.has(_id)) continue;
      toast(savedBefore(type, similar.createdAt, new Date()));
    }
    waiting.current = new Set((memories ?? []).filter(({ status }) => status === "pending").map(({ _id }) => _id));
  }, [memories]);
}
