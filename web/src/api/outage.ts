/** Tracks whether the server can be reached, judged by the calls that the app makes anyway. */

import { useSyncExternalStore } from "react";
import { RETRY_INTERVAL } from "@/lib/retry-interval";

/** A proxy answers with these when the server is down. */
const GATEWAY: readonly number[] = [502, 504];

/** One call failed for now. Only /readyz tells whether the whole server is unavailable. */
const UNAVAILABLE = 503;

/** What is unavailable: the server, or its database. */
export type Outage = "server" | "data";

let lost: Outage | undefined;
const changed = new Set<() => void>();

function note(now: Outage | undefined): void {
  if (now === lost) return;
  lost = now;
  for (const listener of changed) listener();
}

/** Records the status of an answered call. */
export function noteAnswer(status: number): void {
  if (GATEWAY.includes(status)) note("server");
  else if (status === UNAVAILABLE) void checkServer(AbortSignal.timeout(RETRY_INTERVAL));
  else note(undefined);
}

/** Records a call that got no answer. An aborted call says nothing about the server. */
export function noteFailure(error: unknown, given: AbortSignal): void {
  if (error instanceof TypeError && !given.aborted) note("server");
}

/** Asks the server whether it is ready. Never rejects. */
export async function checkServer(signal: AbortSignal): Promise<boolean> {
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

/** Returns what is unavailable, from the first call without an answer to the next one that succeeds. */
export function useOutage(): Outage | undefined {
  return useSyncExternalStore(subscribe, () => lost);
}
