/** Tells what shows highlights that those of a memory changed, here or elsewhere. */

type Listener = (memory?: string, gone?: boolean) => void;

const listeners = new Set<Listener>();

/**
 * Calls back with the id of a memory whose highlights changed, or are gone with it; without one, those of any may have
 * changed. Returns the way to stop.
 */
export function onHighlighted(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function tellHighlighted(memory?: string, gone = false): void {
  for (const listener of listeners) listener(memory, gone);
}
