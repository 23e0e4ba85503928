/** Deletions that can still be taken back. They outlive the page on which they were made. */

type Deletion = { send: () => Promise<void>; takeBack: () => void };

/** By the id of the memory; the last one made is last. */
const waiting = new Map<string, Deletion>();

/** Holds a deletion until it is sent or taken back. */
export function hold(id: string, deletion: Deletion): void {
  waiting.set(id, deletion);
}

export function isHeld(id: string): boolean {
  return waiting.has(id);
}

function release(id: string): Deletion | undefined {
  const deletion = waiting.get(id);
  waiting.delete(id);
  return deletion;
}

/** Deletes for good, if that still waits. */
export async function sendDeletion(id: string): Promise<void> {
  await release(id)?.send();
}

/** Sends all at once: before somebody signs out, and when the page may never be seen again. */
export async function sendDeletions(): Promise<void> {
  await Promise.all([...waiting.keys()].map(sendDeletion));
}

/** Takes a deletion back, if that can still be. */
export function takeBack(id: string): void {
  release(id)?.takeBack();
}

/** Takes back the last one that still can be. */
export function takeLastBack(): void {
  const last = [...waiting.keys()].at(-1);
  if (last !== undefined) takeBack(last);
}
