/** Tells what shows highlights that those of a memory changed, here or elsewhere. */

const listeners = new Set<(memory: string) => void>();

/** Calls back with the id of a memory whose highlights changed. Returns the way to stop. */
export function onHighlighted(listener: (memory: string) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function tellHighlighted(memory: string): void {
  for (const listener of listeners) listener(memory);
}
