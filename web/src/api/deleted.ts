const listeners = new Set<() => void>();

/** Notifies listeners that the server has deleted a memory, which rests in the trash. */
export function tellDeleted(): void {
  for (const listener of listeners) listener();
}

/** Calls back when a memory was deleted from here. Returns a function that unsubscribes. */
export function onDeleted(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
