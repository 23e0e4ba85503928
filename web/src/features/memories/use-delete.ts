import { useCallback, useEffect } from "react";
import { beforeSignOut } from "@/api/session";
import { afterwards } from "@/lib/afterwards";
import { useDeletion } from "./api";
import { type Deletion, hold, isHeld, isWaiting, sendDeletion, sendDeletions, takeLastBack } from "./deletions";
import { forgetPlaces } from "./place";

const loadToast = () => import("./deletion-toast");

beforeSignOut(async () => {
  forgetPlaces();
  await sendDeletions();
});

// A hidden page may never be shown again, and its toast would wait for ever. The listeners are the document's because
// the user may have moved to another page of the app by then.
window.addEventListener("pagehide", () => void sendDeletions());
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") void sendDeletions();
});

/** Numbers the toasts: deleting the same memory again needs a new one. */
let toasts = 0;

/**
 * Deletes a memory: it leaves the page at once, and the server when its toast closes. Until then the deletion can be
 * undone; `undo` undoes the latest one.
 */
export function useDelete(): { onDelete: (id: string) => void; undo: () => void } {
  const { begin } = useDeletion();
  // Loaded early, so that a deletion can be undone even if the server can't be reached by then.
  useEffect(() => afterwards(() => loadToast().catch(() => {})), []);
  const onDelete = useCallback(
    (id: string) => {
      if (isWaiting(id)) return;
      toasts += 1;
      const toastId = `deleted-${toasts}`;
      const deletion = { ...begin(id), close: () => closeToast(toastId) };
      hold(deletion);
      void showToast(deletion, toastId);
    },
    [begin],
  );
  return { onDelete, undo: takeLastBack };
}

/** Offers to undo the deletion. If the toast can't be loaded, the deletion is sent at once. */
async function showToast(deletion: Deletion, toastId: string): Promise<void> {
  try {
    const { showDeletionToast } = await loadToast();
    if (isHeld(deletion)) showDeletionToast(deletion, toastId);
  } catch (error) {
    console.error("loading the toasts failed", error);
    sendDeletion(deletion);
  }
}

function closeToast(toastId: string): void {
  loadToast().then(
    ({ closeDeletionToast }) => closeDeletionToast(toastId),
    () => {},
  );
}
