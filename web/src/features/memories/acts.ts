/** What a person makes of a memory. It shows at once; what the server refuses is taken back and told. */

import { logFailure, messageOf, statusOf } from "@/api/errors";
import { changeMemory, type Part } from "@/memory/changes";
import type { Memory } from "@/memory/kinds";
import { toast } from "@/ui/toast";

async function change(memory: Memory, part: Part): Promise<void> {
  try {
    await changeMemory(memory, part);
  } catch (error) {
    logFailure("changing a memory", error);
    if (statusOf(error) !== 401) toast.error(messageOf(error, "That could not be kept. Please try again."));
  }
}

/** Stars a memory, or takes the star away. Returns what happened, to be read out, like all here. */
export function star(memory: Memory): string {
  void change(memory, { starred: !memory.starred });
  return memory.starred ? "Not starred any more" : "Starred";
}

/** Makes a memory unread, or read. */
export function markUnread(memory: Memory, unread: boolean): string {
  void change(memory, { unread });
  return unread ? "Marked as unread" : "Marked as read";
}

/** Takes a memory out of the lists, or back into them. */
export function archive(memory: Memory): string {
  const archived = !memory.archived;
  void change(memory, { archived });
  const back = () => void change({ ...memory, archived }, { archived: !archived });
  toast(archived ? "Archived" : "Back in your list", { action: { label: "Undo", onClick: back } });
  return "";
}

/** Gives a memory that was just saved its tags. */
export function tagSaved(memory: Memory, tags: readonly string[]): Promise<void> {
  return change(memory, { tags: [...tags] });
}
