/** Pages that could not be sent yet, with what was said of them. In the extension's own database, until the server has them. */

import type { Page } from "./page";
import type { Words } from "./server";

export type KeptPage = Page & Words & { at: number };

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("engram", 1);
    // A page that is saved twice meanwhile is one.
    request.onupgradeneeded = () => void request.result.createObjectStore("pages", { keyPath: "url" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opened;
}

async function run<T>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const transaction = (await open()).transaction("pages", mode);
  const request = ask(transaction.objectStore("pages"));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error);
  });
}

export const keepPage = (page: KeptPage) => run("readwrite", (store) => store.put(page));
export const dropPage = (url: string) => run("readwrite", (store) => store.delete(url));
export const keptPage = (url: string) => run<KeptPage | undefined>("readonly", (store) => store.get(url));
export const keptPages = () => run<KeptPage[]>("readonly", (store) => store.getAll());
export const clearPages = () => run("readwrite", (store) => store.clear());
