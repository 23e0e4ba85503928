/** Whether the server can be reached, as the calls that are made anyway tell. */

import { useSyncExternalStore } from "react";

/** What a proxy says in the server's place when that is gone. */
const GATEWAY: readonly number[] = [502, 504];

let lost = false;
const changed = new Set<() => void>();

function note(now: boolean): void {
  if (now === lost) return;
  lost = now;
  for (const listener of changed) listener();
}

/** Notes that a call was answered, and with which status. */
export function noteAnswer(status: number): void {
  note(GATEWAY.includes(status));
}

/** Notes how a call ended that got no answer. One that was given up says nothing about the server. */
export function noteFailure(error: unknown, given: AbortSignal): void {
  if (error instanceof TypeError && !given.aborted) note(true);
}

/** Asks the server for the least there is. Never rejects: tells whether it could be reached, and is ready. */
export async function tryReach(signal: AbortSignal): Promise<boolean> {
  try {
    const { ok } = await fetch("/readyz", { signal, cache: "no-store" });
    if (ok) note(false);
    return ok;
  } catch (error) {
    noteFailure(error, signal);
    return false;
  }
}

function subscribe(listener: () => void): () => void {
  changed.add(listener);
  return () => changed.delete(listener);
}

/** True from the first call that got no answer to the next one that does. */
export function useLost(): boolean {
  return useSyncExternalStore(subscribe, () => lost);
}
