/** The signed-in user's memories, as the dashboard needs them at once. What the shelf needs beyond that is in shelf-data.ts. */

import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import useSWR, { useSWRConfig } from "swr";
import { client, unwrap } from "@/api/client";
import { tellDeleted } from "@/api/deleted";
import { logFailure, statusOf } from "@/api/errors";
import { prefetchedBody } from "@/api/prefetched";
import { getToken } from "@/api/session";
import { PATIENCE } from "@/lib/settled-within";
import type { Memory } from "@/memory/kinds";
import { type Deletion, sendDeletions } from "./deletions";
import { FRONT, ListStore } from "./list-store";
import { countsOf, type Front, find, isKnown, type Loaded, leave, shownOf, stay } from "./loaded";

const STORE = "memories";
const FIRST = "memories/first";

export function logged(what: string) {
  return (error: unknown) => logFailure(what, error);
}

/** Returns the user's list store, which is kept in the data cache. */
export function useStore(): ListStore {
  const { cache } = useSWRConfig();
  const known: ListStore | undefined = cache.get(STORE)?.data;
  if (known) return known;
  const store = new ListStore(prefetchedBody(`/api/v1/content?limit=${FRONT}`) as Front | undefined);
  cache.set(STORE, { data: store });
  return store;
}

export function useList(): Loaded {
  const { subscribe, getList } = useStore();
  return useSyncExternalStore(subscribe, getList);
}

export type Memories = {
  /** What is loaded of all memories, newest first; undefined until the first page is known. */
  memories: readonly Memory[] | undefined;
  /** Of all memories, whether or not they are loaded. */
  count: number;
  failed: boolean;
};

/** The memories. A failure is logged and tried again, never shown. */
export function useMemories(): Memories {
  const store = useStore();
  const { error } = useSWR(FIRST, () => store.readFront().then(() => true), {
    revalidateIfStale: false,
    ...(isKnown(store.getList()) && { fallbackData: true }),
    onError: logged("reading memories"),
  });
  const list = useList();
  const memories = useMemo(() => (isKnown(list) ? shownOf(list, "all") : undefined), [list]);
  return { memories, count: countsOf(list).all, failed: memories === undefined && error !== undefined };
}

/** A memory that is loaded; undefined when it is not, or is being deleted. */
export function useMemory(id: string): Memory | undefined {
  const list = useList();
  return list.leaving.includes(id) ? undefined : find(list, id);
}

/** Refetches the list when the user returns to the page, which shows the known list meanwhile. */
export function useReturn(): void {
  const store = useStore();
  const reread = useReread();
  const knownAtFirst = useRef(isKnown(useList()));
  useEffect(() => {
    if (store.visit() && knownAtFirst.current) void reread();
  }, [store, reread]);
}

export function useReread(): () => Promise<unknown> {
  const { mutate } = useSWRConfig();
  return useCallback(() => mutate(FIRST), [mutate]);
}

/** Begins to delete: the memory leaves the list at once, and is sent to be deleted for good, or comes back. */
export function useDeletion() {
  const store = useStore();
  return useMemo(
    () => ({
      begin: (id: string): Omit<Deletion, "close"> => {
        const token = getToken();
        store.update((list) => leave(list, id));
        return {
          id,
          send: async () => {
            // After the session has ended the deletion is not sent, so the memory is still there.
            if (getToken() === token) await deleteFrom(store, id);
            else store.update((list) => stay(list, id, false));
          },
          takeBack: () => store.update((list) => stay(list, id, true)),
        };
      },
    }),
    [store],
  );
}

/** Outlives the page. A memory that could not be deleted comes back, which is only logged. */
async function deleteFrom(store: ListStore, id: string): Promise<void> {
  const front = store.getFront();
  try {
    await unwrap(client.DELETE("/api/v1/content", { body: { contentId: id }, keepalive: true }));
  } catch (error) {
    // Else it was deleted elsewhere meanwhile.
    if (statusOf(error) !== 404) {
      logFailure("deleting a memory", error);
      return store.update((list) => stay(list, id, false));
    }
  }
  store.tell([{ kind: "deleted", id }]);
  tellDeleted();
  // A first page that came meanwhile has counted it, or not.
  if (store.getFront() !== front) store.update((list) => ({ ...list, doubt: true }));
}

/**
 * Has a memory fetched again. It is on its way at once, and as it was when that fails, which rejects with the reason.
 */
export function useRefreshMemory(): (memory: Memory) => Promise<void> {
  const store = useStore();
  return useCallback(
    async (memory) => {
      const again: Memory = { ...memory, status: "pending", step: "waiting", error: "" };
      // A search may have found a memory beyond the loaded part of the list.
      if (find(store.getList(), memory._id)) store.tell([{ kind: "memory", memory: again }]);
      try {
        await unwrap(client.POST("/api/v1/content/{id}/refresh", { params: { path: { id: memory._id } } }));
      } catch (error) {
        // What has become known of it meanwhile is newer than what it was.
        if (find(store.getList(), memory._id) === again) store.tell([{ kind: "memory", memory }]);
        throw error;
      }
    },
    [store],
  );
}

/** May one more memory be added? A failed check does not stand in the way: the server holds the limit itself. */
export async function canAddMemory(): Promise<boolean> {
  try {
    return (await readContentCount(AbortSignal.timeout(PATIENCE))).canAddContent;
  } catch (error) {
    logFailure("reading the content count", error);
    return true;
  }
}

/** Reads the number of memories, without those that are being deleted. */
export async function readContentCount(signal?: AbortSignal) {
  await sendDeletions();
  return unwrap(client.GET("/api/v1/get-content-count", signal && { signal }));
}
