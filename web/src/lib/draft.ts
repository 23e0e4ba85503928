/** What is typed and not sent yet, kept for this tab: through a reload, and through signing in anew. */

import { type Dispatch, type SetStateAction, useEffect, useState } from "react";

const PREFIX = "draft:";
const OWNER = "drafts of";

const forgotten = new Set<() => void>();

/**
 * A text that survives a reload of this tab. Blank it to forget it; `dropDraft` forgets it and leaves it on the screen.
 */
export function useDraft(key: string): [string, Dispatch<SetStateAction<string>>] {
  const [text, setText] = useState(() => sessionStorage.getItem(PREFIX + key) ?? "");
  useEffect(() => keep(key, text), [key, text]);
  useEffect(() => {
    const blank = () => setText("");
    forgotten.add(blank);
    return () => void forgotten.delete(blank);
  }, []);
  return [text, setText];
}

function keep(key: string, text: string): void {
  try {
    if (text === "") dropDraft(key);
    else sessionStorage.setItem(PREFIX + key, text);
  } catch {
    // A text beyond what a browser keeps stays where it was typed, as long as the page does. An older one is none of it.
    dropDraft(key);
  }
}

/** Forgets a text that has done its work. */
export function dropDraft(key: string): void {
  sessionStorage.removeItem(PREFIX + key);
}

/** Forgets them all, also where they stand on the screen. */
export function forgetDrafts(): void {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  }
  sessionStorage.removeItem(OWNER);
  for (const blank of forgotten) blank();
}

/** Says who is signed in, by username. What somebody else typed in this tab is forgotten. */
export function ownDrafts(username: string): void {
  const name = username.toLowerCase();
  const owner = sessionStorage.getItem(OWNER);
  if (owner !== null && owner !== name) forgetDrafts();
  sessionStorage.setItem(OWNER, name);
}
