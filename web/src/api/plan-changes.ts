const listeners = new Set<() => void>();

/** Notifies listeners that the signed-in user's plan changed, or differs from the one shown. */
export function tellPlanChange(): void {
  for (const listener of listeners) listener();
}

/** Calls back when the plan has changed. Returns a function that unsubscribes. */
export function onPlanChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
