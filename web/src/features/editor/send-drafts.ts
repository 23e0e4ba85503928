import { logFailure } from "@/api/errors";
import { beforeSignOut } from "@/api/session";
import { Conflict, saveText } from "./api";
import { draftsOf, dropDraft, readDraft } from "./drafts";
import { endWriting } from "./saver";

/** Saves what was written in this session and could not be saved then, but of a note that is open and does so itself. */
export async function sendDrafts(): Promise<void> {
  for (const { key, id, text, edition, ours } of draftsOf()) {
    if (!ours || location.pathname.endsWith(id)) continue;
    try {
      await saveText(id, { text, edition });
      if (readDraft(key) === text) dropDraft(key);
    } catch (error) {
      if (!(error instanceof Conflict)) logFailure("saving a note", error);
    }
  }
}

// A user who signs out leaves nothing behind on the device; what can be saved is.
beforeSignOut(async () => {
  await endWriting();
  await sendDrafts();
  for (const { key } of draftsOf()) dropDraft(key);
});
