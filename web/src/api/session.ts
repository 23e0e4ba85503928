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
 * The server refused this token. An answer may arrive late, after someone has signed in anew: only the refused token
 * goes, and only then is anybody sent away. What was typed waits for them to sign in again.
 */
export function expireToken(token: string): void {
  if (getToken() !== token) return;
  removeToken();
  for (const listener of expired) listener();
}

/** Calls back when the server has refused the stored token. Returns the way to stop. */
export function onTokenExpired(listener: () => void): () => void {
  expired.add(listener);
  return () => expired.delete(listener);
}

const leaving = new Set<() => Promise<unknown>>();

/** Has something done while the token is still good, before somebody signs out. */
export function beforeSignOut(task: () => Promise<unknown>): void {
  leaving.add(task);
}

/** Resolves when all that was to be done before signing out is done. */
export async function readyToSignOut(): Promise<void> {
  await Promise.all([...leaving].map((task) => task()));
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
