/** Whether the server can be reached, as the calls that are made anyway tell. */

import { useSyncExternalStore } from "react";
import { RETRY_INTERVAL } from "@/lib/retry-interval";

/** What a proxy says in the server's place when that is gone. */
const GATEWAY: readonly number[] = [502, 504];

/** What a part says that does not answer now. It may be all of them: then the server says that it is not ready. */
const UNAVAILABLE = 503;

/** What is lost: the server, or what it keeps its data in. */
export type Lost = "server" | "data";

let lost: Lost | undefined;
const changed = new Set<() => void>();

function note(now: Lost | undefined): void {
  if (now === lost) return;
  lost = now;
  for (const listener of changed) listener();
}

/** Notes that a call was answered, and with which status. */
export function noteAnswer(status: number): void {
  if (GATEWAY.includes(status)) note("server");
  else if (status === UNAVAILABLE) void tryReach(AbortSignal.timeout(RETRY_INTERVAL));
  else note(undefined);
}

/** Notes how a call ended that got no answer. One that was given up says nothing about the server. */
export function noteFailure(error: unknown, given: AbortSignal): void {
  if (error instanceof TypeError && !given.aborted) note("server");
}

/** Asks the server for the least there is. Never rejects: tells whether it could be reached, and is ready. */
export async function tryReach(signal: AbortSignal): Promise<boolean> {
  try {
    const { ok, status } = await fetch("/readyz", { signal, cache: "no-store" });
    if (ok) note(undefined);
    else if (status === UNAVAILABLE) note("data");
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

/** What is lost, from the first call that got no answer to the next one that does. */
export function useLost(): Lost | undefined {
  return useSyncExternalStore(subscribe, () => lost);
}
