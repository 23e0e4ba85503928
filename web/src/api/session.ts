import { useSyncExternalStore } from "react";
import { stored } from "@/lib/stored";

/** The login credential, raw, as the specification stores it. */
const KEY = "token";

const changed = new Set<() => void>();
const expired = new Set<() => void>();

export function getToken(): string | null {
  return stored(KEY) || null;
}

export function setToken(token: string): void {
  localStorage.setItem(KEY, token);
  for (const listener of changed) listener();
}

/** Removes the token because the user signed out. */
export function clearToken(): void {
  // An empty value tells the other tabs that the user signed out (public/early.js).
  localStorage.setItem(KEY, "");
  removeToken();
}

function removeToken(): void {
  localStorage.removeItem(KEY);
  for (const listener of changed) listener();
}

/**
 * Removes a token that the server refused. The refusal may arrive after a new sign-in, so a different stored token stays.
 * Drafts are kept for the next sign-in.
 */
export function expireToken(token: string): void {
  if (getToken() !== token) return;
  removeToken();
  for (const listener of expired) listener();
}

/** Calls back when the server has refused the stored token. Returns a function that unsubscribes. */
export function onTokenExpired(listener: () => void): () => void {
  expired.add(listener);
  return () => expired.delete(listener);
}

const leaving = new Set<() => Promise<unknown>>();

/**
 * Registers a task that runs before sign-out, while the token is still valid. Words that it resolves to say why the user may
 * want to stay.
 */
export function beforeSignOut(task: () => Promise<unknown>): void {
  leaving.add(task);
}

/** Resolves when every task registered by beforeSignOut is done, to the words of one that has some. */
export async function readyToSignOut(): Promise<string | undefined> {
  const said = await Promise.all([...leaving].map((task) => task()));
  return said.find((words) => typeof words === "string");
}

function subscribe(listener: () => void): () => void {
  const elsewhere = (event: StorageEvent) => {
    // A null key is localStorage.clear() in another tab.
    if (event.key === KEY || event.key === null) listener();
  };
  changed.add(listener);
  window.addEventListener("storage", elsewhere);
  return () => {
    changed.delete(listener);
    window.removeEventListener("storage", elsewhere);
  };
}

/** The stored token, followed through changes here and in other tabs. Prerendered HTML has none. */
export function useToken(): string | null {
  return useSyncExternalStore(subscribe, getToken, () => null);
}
