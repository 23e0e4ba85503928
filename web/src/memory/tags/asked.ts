/** Asks for the tags of a memory, from wherever they are shown: a dialog for that stands on the page. */

import type { Memory } from "../kinds";

type Listener = (memory: Memory) => void;

const listeners = new Set<Listener>();

/** Calls back with the memory that is to be tagged. Returns the way to stop. */
export function onTagsAsked(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function askForTags(memory: Memory): void {
  for (const listener of listeners) listener(memory);
}
