import { useSyncExternalStore } from "react";
import { loadToaster, toast } from "./toast";

/** How long a removal can be undone, in milliseconds. */
const UNDO_TIME = 5000;

type Wiring = {
  /** Removes something on the server. */
  remove: (id: string) => Promise<void>;
  /** What the offer to undo says. */
  said: string;
  /** Why a removal failed, in words for the person. */
  failed: (error: unknown) => string;
};

/**
 * Things that are removed from the page at once, and from the server when the offer to undo that has passed, or the page is
 * left. `useHeld` returns the ids of those on their way out. `hold` removes one; `onGone` is called once the server has
 * removed it, before it is no longer held back. `sendAll` sends those that wait, and resolves when they are done.
 */
export function removalsOf({ remove, said, failed }: Wiring) {
  const held = new Map<string, () => Promise<void>>();
  const listeners = new Set<() => void>();
  let ids: ReadonlySet<string> = new Set();
  const changed = () => {
    ids = new Set(held.keys());
    for (const listener of listeners) listener();
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const getIds = () => ids;
  const sendAll = () => Promise.all([...held.values()].map((send) => send()));
  // A page that is hidden may never be shown again.
  window.addEventListener("pagehide", () => void sendAll());

  const hold = (id: string, onGone: () => unknown): void => {
    if (held.has(id)) return;
    let begun: Promise<void> | undefined;
    const release = () => {
      held.delete(id);
      changed();
    };
    const send = () => {
      if (!held.has(id)) return Promise.resolve();
      begun ??= remove(id)
        .then(async () => void (await onGone()))
        .catch((error) => {
          console.error("a removal failed", error);
          toast.error(failed(error));
        })
        .finally(release);
      return begun;
    };
    held.set(id, send);
    changed();
    loadToaster().then(
      ({ toast }) =>
        toast(said, {
          duration: UNDO_TIME,
          action: { label: "Undo", onClick: () => begun ?? release() },
          onAutoClose: send,
          onDismiss: send,
        }),
      send,
    );
  };
  return { hold, sendAll, useHeld: () => useSyncExternalStore(subscribe, getIds, getIds) };
}
