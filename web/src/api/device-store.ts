/** What is kept on this device until the server has it, in IndexedDB. The page and the service worker both use it. */

/** What was shared to the app, until a user says that it is to be saved. */
export type Shared = {
  id: string;
  /** In milliseconds, like all times here. */
  at: number;
  title: string;
  text: string;
  url: string;
  files: File[];
};

/** What one memory is made of. */
export type Thing =
  | { kind: "link"; link: string }
  | { kind: "note"; text: string }
  | { kind: "file"; file: Blob; name: string };

/** A save that the server does not have yet. */
export type Waiting = {
  /** Also the key by which the server knows a save that it has already. */
  id: string;
  at: number;
  /** Whose it is: the username, "" where it is not known, and the session. */
  owner: string;
  session: string;
  thing: Thing;
  tags: string[];
  remark: string;
  /** Where its file is, once that is uploaded. */
  upload?: string;
  /** Why the server refused it. */
  refused?: string;
};

/** Shared things that no user looked at are removed, since any page can make them. */
const MOST_SHARED = 20;
const SHARED_FOR = 7 * 24 * 3600 * 1000;

type Stores = { shared: Shared; waiting: Waiting };

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open("engram", 1);
    request.onupgradeneeded = () => {
      for (const name of ["shared", "waiting"]) request.result.createObjectStore(name, { keyPath: "id" });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  opened.catch(() => {
    opened = undefined;
  });
  return opened;
}

/** Runs one request in a transaction, and resolves to its result when that is written. */
async function run<T>(
  store: keyof Stores,
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const transaction = (await open()).transaction(store, mode);
  const request = ask(transaction.objectStore(store));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error);
  });
}

const put = <Name extends keyof Stores>(store: Name, value: Stores[Name]) =>
  run(store, "readwrite", (all) => all.put(value));

/** Keeps what was shared, and drops what has been left lying. */
export async function putShared(shared: Shared): Promise<void> {
  const others = (await run<Shared[]>("shared", "readonly", (all) => all.getAll())).sort((a, b) => b.at - a.at);
  const old = others.filter(({ at }, index) => index >= MOST_SHARED - 1 || at < shared.at - SHARED_FOR);
  for (const { id } of old) await dropShared(id);
  await put("shared", shared);
}

export function getShared(id: string): Promise<Shared | undefined> {
  return run<Shared | undefined>("shared", "readonly", (all) => all.get(id));
}

export async function dropShared(id: string): Promise<void> {
  await run("shared", "readwrite", (all) => all.delete(id));
}

/** Drops all that was shared. */
export async function clearShared(): Promise<void> {
  await run("shared", "readwrite", (all) => all.clear());
}

/** All that waits, in the order in which it was saved. */
export async function allWaiting(): Promise<Waiting[]> {
  // A browser without a database has kept nothing.
  if (!("indexedDB" in globalThis)) return [];
  const all = await run<Waiting[]>("waiting", "readonly", (store) => store.getAll());
  return all.sort((a, b) => a.at - b.at);
}

export async function putWaiting(waiting: Waiting): Promise<void> {
  await put("waiting", waiting);
  tell();
}

export async function dropWaiting(id: string): Promise<void> {
  await run("waiting", "readwrite", (all) => all.delete(id));
  tell();
}

const changed = new Set<() => void>();
const elsewhere = "BroadcastChannel" in globalThis ? new BroadcastChannel("waiting") : undefined;
if (elsewhere) elsewhere.onmessage = () => changed.forEach((listener) => void listener());

function tell(): void {
  changed.forEach((listener) => void listener());
  elsewhere?.postMessage("");
}

/** Calls back when what waits has changed, here or in another tab. Returns a function that unsubscribes. */
export function onWaitingChanged(listener: () => void): () => void {
  changed.add(listener);
  return () => void changed.delete(listener);
}

/** A number that no other save has. crypto.randomUUID would need https, which not every house has. */
export function freshId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
