import { useState } from "react";
import { logFailure, messageOf, statusOf } from "@/api/errors";
import { changeMemory, type Part } from "@/memory/changes";
import type { Memory } from "@/memory/kinds";

/**
 * Changes a part of a memory. `send` resolves to whether it is kept; if not, `failed` says why, and what was typed stays
 * where it is.
 */
export function usePart(memory: Memory) {
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string>();
  const send = async (part: Part): Promise<boolean> => {
    if (busy) return false;
    setBusy(true);
    setFailed(undefined);
    try {
      await changeMemory(memory, part);
      return true;
    } catch (error) {
      logFailure("changing a memory", error);
      const fallback = statusOf(error) === undefined ? "Engram can’t be reached." : "Something went wrong.";
      setFailed(`Not saved: ${messageOf(error, fallback)}`);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, failed, send, forget: () => setFailed(undefined) };
}
