import { Trash2 } from "lucide-react";
import { useCallback, useEffect } from "react";
import { beforeSignOut } from "@/api/session";
import { loadToaster } from "@/ui/toast";
import { useDeletion } from "./api";
import { hold, isHeld, sendDeletion, sendDeletions, takeBack, takeLastBack } from "./deletions";
import { forgetPlaces } from "./place";

/** How long the toast stays by which a deletion can be taken back, in milliseconds. */
const UNDO_TIME = 2000;

beforeSignOut(async () => {
  forgetPlaces();
  await sendDeletions();
});

/** The toasts told so far: a memory that is deleted again has another one. */
let told = 0;

/**
 * Deletes: the memory leaves the page at once, and the server when the toast that tells of it has gone; until then it
 * can be taken back. `undo` takes back the last one that still can be.
 */
export function useDelete(): { onDelete: (id: string) => void; undo: () => void } {
  const { leave, stay, send } = useDeletion();
  useSendingWhenHidden();
  const onDelete = useCallback(
    (id: string) => {
      if (isHeld(id)) return;
      told += 1;
      const toastId = `deleted-${told}`;
      leave(id);
      hold(id, {
        send: () => {
          closeToast(toastId);
          return send(id);
        },
        takeBack: () => {
          closeToast(toastId);
          stay(id);
        },
      });
      void tell(id, toastId);
    },
    [leave, stay, send],
  );
  return { onDelete, undo: takeLastBack };
}

/** Says it with a way back. Without the toast nobody could take it back, so it is sent at once. */
async function tell(id: string, toastId: string): Promise<void> {
  const sendNow = () => void sendDeletion(id);
  try {
    const { toast } = await loadToaster();
    if (!isHeld(id)) return;
    toast("Deleted Memory", {
      id: toastId,
      icon: <Trash2 className="i" />,
      duration: UNDO_TIME,
      action: { label: "Undo", onClick: () => takeBack(id) },
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

/** A page out of sight may never come back, and the toast would wait there for good. */
function useSendingWhenHidden() {
  useEffect(() => {
    const sendAll = () => void sendDeletions();
    const look = () => document.visibilityState === "hidden" && sendAll();
    window.addEventListener("pagehide", sendAll);
    document.addEventListener("visibilitychange", look);
    return () => {
      window.removeEventListener("pagehide", sendAll);
      document.removeEventListener("visibilitychange", look);
    };
  }, []);
}
