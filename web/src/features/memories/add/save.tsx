import { toast } from "sonner";
import { messageOf, statusOf } from "@/api/errors";
import { keepThings, type Thing } from "@/api/outbox";
import type { Memory } from "@/memory/kinds";
import { Upgrading } from "@/ui/upgrading";
import type { NewMemory } from "../model";
import { createMemory } from "./api";

/** The server's disk is full: its words say what to do. */
const NO_ROOM = 507;

/** A call that got no answer rejects with the browser's TypeError, so it has no status. */
function failureText(error: unknown): string {
  const status = statusOf(error);
  if (status === 429) return "Limit reached, Upgrade to Pro";
  if (status === NO_ROOM) return messageOf(error, "There is no room left on the server’s disk.");
  if (status !== undefined || error instanceof TypeError)
    return `Failed to create memory (status: ${status ?? "unknown"})`;
  return "Unable to create memory";
}

/** Whether all were saved. `existing` holds the address already, and the caller updates the toast. */
type Outcome = "saved" | "failed" | { existing: Memory; toastId: string | number };

/**
 * Saves the memories one after another under a single toast, and tells after each that it is kept, so that nothing is
 * sent twice when a later one fails. Without a connection they are kept on this device, with their tags.
 */
export async function saveMemories(
  memories: readonly NewMemory[],
  tags: readonly string[],
  onSaved: (memory: NewMemory, kept: Memory) => void,
): Promise<Outcome> {
  const id = toast.loading("Creating memory...");
  const left = [...memories];
  try {
    for (const memory of memories) {
      const { content, existing } = await createMemory(memory);
      if (existing) return { existing: content, toastId: id };
      left.shift();
      onSaved(memory, content);
    }
    toast.success("Memory created successfully", { id });
    return "saved";
  } catch (error) {
    if (error instanceof TypeError && !navigator.onLine && (await isKept(left, tags))) {
      toast.success("Kept on this device. It is sent once you are online.", { id });
      return "saved";
    }
    if (statusOf(error) === 401) {
      // It leads to sign-in, which tells enough.
      toast.dismiss(id);
      return "failed";
    }
    if (statusOf(error) === undefined) console.error("creating a memory failed", error);
    toast.error(<Upgrading>{failureText(error)}</Upgrading>, { id });
    return "failed";
  }
}

/** Keeps what needs no file to be saved later. False where that can't be. */
async function isKept(memories: readonly NewMemory[], tags: readonly string[]): Promise<boolean> {
  const things = memories.flatMap(({ type, link = "", description = "" }): Thing[] => {
    if (type === "note") return [{ kind: "note", text: description }];
    return type === "document" ? [] : [{ kind: "link", link }];
  });
  if (things.length < memories.length) return false;
  return keepThings(things, { tags: [...tags], remark: "" }).then(
    () => true,
    () => false,
  );
}
