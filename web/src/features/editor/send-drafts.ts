import { logFailure, statusOf } from "@/api/errors";
import { beforeSignOut } from "@/api/session";
import { Conflict, saveText } from "./api";
import { draftsOf, dropDraft, readDraft } from "./drafts";
import { endWriting, saveAll } from "./saver";

/** Saves what was written in this session and could not be saved then, but of a note that is open and does so itself. */
export async function sendDrafts(): Promise<void> {
  for (const { key, id, text, edition, ours } of draftsOf()) {
    if (!ours || location.pathname.endsWith(id)) continue;
    try {
      await saveText(id, { text, edition });
      if (readDraft(key) === text) dropDraft(key);
    } catch (error) {
      // One that was deleted elsewhere may come back from the trash.
      if (!(error instanceof Conflict) && statusOf(error) !== 404) logFailure("saving a note", error);
    }
  }
}

/** What the last warning was about. */
let warned = "";

// A user who signs out leaves nothing of theirs behind on the device. What can be saved is; else a warning lets them stay.
beforeSignOut(async () => {
  const saved = await saveAll();
  await sendDrafts();
  const drafts = draftsOf().filter(({ mine }) => mine);
  const lost = drafts.map(({ key, text }) => key + text).join() || (saved ? "" : "what is open");
  if (lost !== "" && lost !== warned) {
    warned = lost;
    return "What you wrote in a note is not saved. Log out once more to leave without it.";
  }
  endWriting();
  for (const { key } of drafts) dropDraft(key);
});
