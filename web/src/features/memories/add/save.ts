import { toast } from "sonner";
import { statusOf } from "@/api/errors";
import { createMemory } from "../api";
import type { NewMemory } from "../model";

/** A call that got no answer rejects with the browser's TypeError, so it has no status. */
function failureText(error: unknown): string {
  const status = statusOf(error);
  if (status === 429) return "Limit reached, Upgrade to Pro";
  if (status !== undefined || error instanceof TypeError)
    return `Failed to create memory (status: ${status ?? "unknown"})`;
  return "Unable to create memory";
}

/**
 * Saves the memories one after another under a single toast, and tells after each that it is kept, so that nothing is
 * sent twice when a later one fails. True when all are saved.
 */
export async function saveMemories(
  memories: readonly NewMemory[],
  onSaved: (memory: NewMemory) => void,
): Promise<boolean> {
  const id = toast.loading("Creating memory...");
  try {
    for (const memory of memories) {
      await createMemory(memory);
      onSaved(memory);
    }
    toast.success("Memory created successfully", { id });
    return true;
  } catch (error) {
    if (statusOf(error) === undefined) console.error("creating a memory failed", error);
    toast.error(failureText(error), { id });
    return false;
  }
}
