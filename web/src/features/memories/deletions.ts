/** Deletions that can still be taken back. They outlive the page on which they were made. */

import { PATIENCE, settledWithin } from "@/lib/settled-within";

export type Deletion = {
  id: string;
  send: () => Promise<void>;
  takeBack: () => void;
  /** Ends what says that it can be taken back. */
  close: () => void;
};

/** By the id of the memory, which may be deleted again once that was taken back; the last one made is last. */
const waiting = new Map<string, Deletion>();
const underWay = new Set<Promise<void>>();

/** Holds a deletion until it is sent or taken back. */
export function hold(deletion: Deletion): void {
  waiting.set(deletion.id, deletion);
}

export function isHeld(deletion: Deletion): boolean {
  return waiting.get(deletion.id) === deletion;
}

/** Whether a deletion of this memory waits. */
export function isWaiting(id: string): boolean {
  return waiting.has(id);
}

function release(deletion: Deletion): boolean {
  if (!isHeld(deletion)) return false;
  deletion.close();
  return waiting.delete(deletion.id);
}

/** Deletes for good, if that still waits. */
export function sendDeletion(deletion: Deletion): void {
  if (!release(deletion)) return;
  const sending = deletion.send().finally(() => underWay.delete(sending));
  underWay.add(sending);
}

/**
 * Sends all at once: when the page may never be seen again, and before something depends on what the server holds.
 * Resolves when none is on its way any more.
 */
export async function sendDeletions(): Promise<void> {
  for (const deletion of [...waiting.values()]) sendDeletion(deletion);
  await settledWithin(Promise.all(underWay), PATIENCE);
}

/** Takes a deletion back, if that can still be. */
export function takeBack(deletion: Deletion): void {
  if (release(deletion)) deletion.takeBack();
}

/** Takes back the last one that still can be. */
export function takeLastBack(): void {
  const last = [...waiting.values()].at(-1);
  if (last) takeBack(last);
}

/** The memory was deleted elsewhere: nothing is left to send, or to take back. */
export function forgetDeletion(id: string): void {
  const deletion = waiting.get(id);
  if (deletion) release(deletion);
}
