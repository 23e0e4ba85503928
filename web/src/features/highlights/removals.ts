/** Marks that are removed: from the page at once, from the server when the offer to undo that has passed. */

import { useSyncExternalStore } from "react";
import { beforeSignOut } from "@/api/session";
import { loadToaster, toast } from "@/ui/toast";
import { removeHighlight } from "./calls";

/** How long a removal can be undone, in milliseconds. */
const UNDO_TIME = 5000;

type Removal = { send: () => Promise<void> };

const held = new Map<string, Removal>();
let ids: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

function changed(): void {
  ids = new Set(held.keys());
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The ids of the marks that are on their way out. */
export function useHeld(): ReadonlySet<string> {
  return useSyncExternalStore(
    subscribe,
    () => ids,
    () => ids,
  );
}

/** Sends every removal that waits; resolves when they are done. */
async function sendRemovals(): Promise<void> {
  await Promise.all([...held.values()].map(({ send }) => send()));
}

beforeSignOut(sendRemovals);
// A page that is hidden may never be shown again.
window.addEventListener("pagehide", () => void sendRemovals());

/**
 * Takes a mark off the page, and offers to undo that. `onGone` is called once the server has removed it, before the mark is
 * no longer held back.
 */
export function holdRemoval(id: string, onGone: () => unknown): void {
  if (held.has(id)) return;
  let begun: Promise<void> | undefined;
  const release = () => {
    held.delete(id);
    changed();
  };
  const send = () => {
    if (!held.has(id)) return Promise.resolve();
    begun ??= removeHighlight(id)
      .then(async () => void (await onGone()))
      .catch((error) => {
        console.error("removing a mark failed", error);
        toast.error("The mark could not be removed. Please try again.");
      })
      .finally(release);
    return begun;
  };
  held.set(id, { send });
  changed();
  loadToaster().then(
    ({ toast }) =>
      toast("Mark removed", {
        duration: UNDO_TIME,
        action: { label: "Undo", onClick: () => begun ?? release() },
        onAutoClose: send,
        onDismiss: send,
      }),
    send,
  );
}
