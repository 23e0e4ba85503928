/** What was written in notes and not saved yet, kept on this device through reloads and past the end of a session. */

import { draftsOwner, sessionName } from "@/api/draft";

const PREFIX = "note-draft:";

export type Draft = {
  /** Its place in the storage: another tab has another. */
  key: string;
  id: string;
  text: string;
  /** The edition that it was written on. */
  edition: number;
  /** Whether it was written in the present session. */
  ours: boolean;
  /** Whether it is of the user of the present session. */
  mine: boolean;
};

type Kept = {
  text: string;
  edition: number;
  session: string;
  /** The username, empty where it was not known: features/leaving removes what is of one. */
  owner: string;
  at: number;
};

/** Returns a key for a draft of a note that no other tab has. */
export function draftKey(id: string): string {
  return `${PREFIX}${id}:${Math.random().toString(36).slice(2)}`;
}

/** Keeps a draft. False where the storage has no room for it. */
export function keepDraft(key: string, text: string, edition: number): boolean {
  const kept: Kept = { text, edition, session: sessionName(), owner: draftsOwner(), at: Date.now() };
  try {
    localStorage.setItem(key, JSON.stringify(kept));
    return true;
  } catch {
    // An older version must not come back in its place.
    dropDraft(key);
    return false;
  }
}

export function dropDraft(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // A browser that forbids storage has kept nothing.
  }
}

/** The text of a draft; undefined where it is gone. */
export function readDraft(key: string): string | undefined {
  return draftsOf().find((draft) => draft.key === key)?.text;
}

/** The drafts of a note, or of all notes, the newest first. */
export function draftsOf(id?: string): Draft[] {
  const found: (Draft & { at: number })[] = [];
  for (const key of keys()) {
    const [, of] = key.split(":");
    if (!of || (id !== undefined && of !== id)) continue;
    const { text, edition, session: by, owner, at } = keptAt(key);
    if (typeof text !== "string" || typeof edition !== "number") continue;
    const ours = by === sessionName();
    found.push({ key, id: of, text, edition, ours, mine: ours || (!!owner && owner === draftsOwner()), at: at ?? 0 });
  }
  return found.sort((a, b) => b.at - a.at);
}

function keys(): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  } catch {
    return [];
  }
}

/** Nothing where it is no draft: another one is none the worse for that. */
function keptAt(key: string): Partial<Kept> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "{}") ?? {};
  } catch {
    return {};
  }
}
