import { useState } from "react";
import { tellDeleted } from "@/api/deleted";
import { logFailure, messageOf, statusOf } from "@/api/errors";
import { download } from "@/lib/download";
import { grouped } from "@/lib/grouped";
import { countText } from "@/memory/count-text";
import type { Memory } from "@/memory/kinds";
import { toast } from "@/ui/toast";
import { type Action, exportMemories, idsOf, runBulk, type Target, undoOf } from "./bulk-calls";

const DONE: Record<Action, string> = {
  tag: "Tagged",
  untag: "Took the tag from",
  star: "Starred",
  unstar: "Took the star from",
  archive: "Archived",
  unarchive: "Took out of the archive",
  read: "Marked as read",
  unread: "Marked as unread",
  delete: "Deleted",
  restore: "Restored",
  refresh: "Fetching again",
};

const AGAIN = "That did not work for all. Please try again.";

/** What can be done with a target; `busy` says what is under way and how far, to be shown and read out. */
export function useBulk(target: Target, memories: readonly Memory[], count: number) {
  const [busy, setBusy] = useState<string>();

  /** Does something with all of the target, and says how far it is. Resolves to whether it was done. */
  async function during(task: (ids: readonly string[]) => Promise<void>): Promise<boolean> {
    if (busy) return false;
    setBusy(`${countText(count)}…`);
    try {
      await task(await idsOf(target, (found) => setBusy(`${grouped(found)} of ${countText(count)}…`)));
      return true;
    } catch (error) {
      failed(error);
      return false;
    } finally {
      setBusy(undefined);
    }
  }

  /** What was done can be taken back for a while. */
  const run = (action: Action, tag?: string) =>
    during(async (ids) => {
      const options = { memories, tag };
      const { changed, stopped } = await runBulk(action, ids, {
        ...options,
        onProgress: (done) => setBusy(`${grouped(done)} of ${countText(ids.length)}…`),
      });
      if (action === "delete") tellDeleted();
      const undo = changed.length > 0 ? undoOf(action, changed, options) : undefined;
      toast(`${DONE[action]} ${countText(changed.length)}`, {
        ...(stopped && { description: stopped }),
        ...(undo && { action: { label: "Undo", onClick: () => void undo().then(undone, failed) } }),
      });
    });

  const save = (format: "markdown" | "json") =>
    during(async (ids) => {
      const { file, name } = await exportMemories(ids, format);
      download(file, name);
    });

  return { busy, run, save };
}

/** Says so where not all could be taken back. */
function undone({ changed, stopped }: Awaited<ReturnType<typeof runBulk>>): void {
  tellDeleted();
  if (stopped) toast.error(`Taken back for ${countText(changed.length)}`, { description: stopped });
}

function failed(error: unknown): void {
  logFailure("changing several memories", error);
  if (statusOf(error) !== 401) toast.error(messageOf(error, AGAIN));
}
