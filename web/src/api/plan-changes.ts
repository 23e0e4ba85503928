const told = new Set<() => void>();

/** Says that the plan of who is signed in has changed, or turned out to be another than was shown. */
export function tellPlanChange(): void {
  for (const listener of told) listener();
}

/** Calls back when the plan has changed. Returns the way to stop. */
export function onPlanChange(listener: () => void): () => void {
  told.add(listener);
  return () => void told.delete(listener);
}
