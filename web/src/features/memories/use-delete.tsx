import { Trash2 } from "lucide-react";
import { useCallback } from "react";
import { beforeSignOut } from "@/api/session";
import { loadToaster } from "@/ui/toast";
import { useDeletion } from "./api";
import {
  type Deletion,
  hold,
  isHeld,
  isWaiting,
  sendDeletion,
  sendDeletions,
  takeBack,
  takeLastBack,
} from "./deletions";
import { forgetPlaces } from "./place";

/** How long the toast stays by which a deletion can be taken back, in milliseconds. */
const UNDO_TIME = 2000;

beforeSignOut(async () => {
  forgetPlaces();
  await sendDeletions();
});

// A page out of sight may never come back, and the toast would wait there for good. Somebody may have gone on to another
// page of the app by then.
window.addEventListener("pagehide", () => void sendDeletions());
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") void sendDeletions();
});

/** The toasts told so far: a memory that is deleted again has another one. */
let told = 0;

/**
 * Deletes: the memory leaves the page at once, and the server when the toast that tells of it has gone; until then it
 * can be taken back. `undo` takes back the last one that still can be.
 */
export function useDelete(): { onDelete: (id: string) => void; undo: () => void } {
  const { begin } = useDeletion();
  const onDelete = useCallback(
    (id: string) => {
      if (isWaiting(id)) return;
      told += 1;
      const toastId = `deleted-${told}`;
      const deletion = { ...begin(id), close: () => closeToast(toastId) };
      hold(deletion);
      void tell(deletion, toastId);
    },
    [begin],
  );
  return { onDelete, undo: takeLastBack };
}

/** Says it with a way back. Without the toast nobody could take it back, so it is sent at once. */
async function tell(deletion: Deletion, toastId: string): Promise<void> {
  const sendNow = () => sendDeletion(deletion);
  try {
    const { toast } = await loadToaster();
    if (!isHeld(deletion)) return;
    toast("Deleted Memory", {
      id: toastId,
      icon: <Trash2 className="i" />,
      duration: UNDO_TIME,
      action: { label: "Undo", onClick: () => takeBack(deletion) },
      onAutoClose: sendNow,
      onDismiss: sendNow,
    });
  } catch (error) {
    console.error("loading the toasts failed", error);
    sendNow();
  }
}

function closeToast(toastId: string): void {
  loadToaster().then(
    ({ toast }) => toast.dismiss(toastId),
    () => {},
  );
}
