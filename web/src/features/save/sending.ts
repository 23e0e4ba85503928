import { clearShared } from "@/api/device-store";
import { logFailure } from "@/api/errors";
import { dropWaiting, ownWaiting, sendWaiting } from "@/api/outbox";
import { beforeSignOut, onTokenExpired } from "@/api/session";
import { toast } from "@/ui/toast";
import { forgetKept } from "./worker";

/** Sends what waits, and says what arrived. */
export async function sendNow(): Promise<void> {
  try {
    const sent = await sendWaiting();
    if (sent > 0) toast.success(sent === 1 ? "A save that waited is sent." : `${sent} saves that waited are sent.`);
  } catch (error) {
    logFailure("sending what waits", error);
  }
}

/** What the last warning was about. */
let warned = "";

// A user who signs out leaves nothing behind on the device. What can be sent is; else a warning lets them stay.
beforeSignOut(async () => {
  await sendWaiting().catch((error) => logFailure("sending what waits", error));
  const left = await ownWaiting().catch(() => []);
  const lost = left.map(({ id }) => id).join();
  if (lost !== "" && lost !== warned) {
    warned = lost;
    return "Saves wait on this device and are not sent. Log out once more to leave without them.";
  }
  for (const { id } of left) await dropWaiting(id);
  await clearShared().catch(() => {});
  await forgetKept();
});

// A session that ended elsewhere shows nothing of its memories any more. What waits is its user's, and stays.
onTokenExpired(() => void forgetKept());
