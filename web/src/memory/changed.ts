/** Tells what shows memories that they changed here, before the server does. */

import type { Memory } from "./kinds";

type Listener = (memories: readonly Memory[], gone: readonly string[]) => void;

const listeners = new Set<Listener>();

/** Calls back with memories as they are now, and the ids of those that were deleted. Returns the way to stop. */
export function onChanged(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function tellChanged(memories: readonly Memory[], gone: readonly string[] = []): void {
  for (const listener of listeners) listener(memories, gone);
}
