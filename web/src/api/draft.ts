/** Unsent text, kept for this tab through reloads and through signing in again. */

import { type Dispatch, type SetStateAction, useEffect, useState } from "react";
import { getToken } from "./session";

const PREFIX = "draft:";
/** The session and username that the drafts belong to, once the username is known. */
const OWNER = "drafts of";

let session = "";

/**
 * The prefix of the present session's keys; between sessions, that of the last one. A text typed in one session is not
 * shown in another until the username is known to be the same.
 */
function prefix(): string {
  const token = getToken();
  if (token !== null) session = shortened(token);
  return `${PREFIX}${session}:`;
}

/** A short name of the present session, which does not reveal its token. */
export function sessionName(): string {
  return shortened(getToken() ?? "");
}

/** The username, in lower case, of the drafts of the present session; empty until it is known. */
export function draftsOwner(): string {
  const [of, name = ""] = (sessionStorage.getItem(OWNER) ?? "").split(" ");
  return of === prefix() ? name : "";
}

/** Returns a short hash of a token, which identifies it without revealing it. */
function shortened(token: string): string {
  let sum = 0;
  for (let at = 0; at < token.length; at++) sum = (sum * 31 + token.charCodeAt(at)) | 0;
  return String(sum);
}

const shown = new Set<{ blank: () => void; restore: () => void }>();

/**
 * A text that survives a reload of this tab. Blank it to forget it; `dropDraft` forgets it and leaves it on the screen.
 */
export function useDraft(key: string): [string, Dispatch<SetStateAction<string>>] {
  // The text stays with the session in which it was typed, even if another tab begins a new one.
  const [kept] = useState(() => prefix() + key);
  const [text, setText] = useState(() => sessionStorage.getItem(kept) ?? "");
  useEffect(() => keep(kept, text), [kept, text]);
  useEffect(() => {
    const field = {
      blank: () => setText(""),
      restore: () => setText((now) => now || (sessionStorage.getItem(kept) ?? "")),
    };
    shown.add(field);
    return () => void shown.delete(field);
  }, [kept]);
  return [text, setText];
}

function keep(kept: string, text: string): void {
  try {
    if (text.trim() === "") sessionStorage.removeItem(kept);
    else sessionStorage.setItem(kept, text);
  } catch {
    // A text beyond the storage quota stays in the field only. An older version must not come back in its place.
    sessionStorage.removeItem(kept);
  }
}

/** Removes a text that was sent. */
export function dropDraft(key: string): void {
  sessionStorage.removeItem(prefix() + key);
}

/** Removes all drafts, and clears the fields on the page. */
export function forgetDrafts(): void {
  for (const key of allDrafts()) sessionStorage.removeItem(key);
  sessionStorage.removeItem(OWNER);
  for (const { blank } of shown) blank();
}

function allDrafts(): string[] {
  return Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX));
}

/**
 * Assigns the drafts to a user. Drafts that the same user typed in the previous session are restored; those of another
 * user are removed.
 */
export function ownDrafts(username: string): void {
  const here = prefix();
  const owner = username.toLowerCase();
  const [before, name] = (sessionStorage.getItem(OWNER) ?? "").split(" ");
  if (name !== owner && before === here) forgetDrafts();
  for (const key of allDrafts().filter((key) => !key.startsWith(here))) {
    const text = sessionStorage.getItem(key) ?? "";
    sessionStorage.removeItem(key);
    const again = here + key.slice(before?.length);
    if (name === owner && before && key.startsWith(before) && !sessionStorage.getItem(again)) keep(again, text);
  }
  sessionStorage.setItem(OWNER, `${here} ${owner}`);
  for (const { restore } of shown) restore();
}
