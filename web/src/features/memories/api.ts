/** The memories of the signed-in user. The only file here that touches the data cache. */

import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import useSWR, { useSWRConfig } from "swr";
import { client, unwrap } from "@/api/client";
import { logFailure, statusOf } from "@/api/errors";
import { afterwards } from "@/lib/afterwards";
import { FRONT, ListStore } from "./list-store";
import type { Change } from "./live/changes";
import { countsOf, find, isKnown, KINDS, type Loaded, leave, nextCursor, type Scope, shownOf, stay } from "./loaded";
import type { Memory, NewMemory } from "./model";

const STORE = "memories";
const FIRST = "memories/first";

/** How often pending memories are looked at while nothing tells of them, in milliseconds. */
export const PENDING_POLL = 1500;

/** Lets changes come to rest before the first page is read again because of them, in milliseconds. */
const REST = 300;

function logged(what: string) {
  return (error: unknown) => logFailure(what, error);
}

/** One for each person: it is kept in the data cache. */
function useStore(): ListStore {
  const { cache } = useSWRConfig();
  const known: ListStore | undefined = cache.get(STORE)?.data;
  if (known) return known;
  const store = new ListStore();
  cache.set(STORE, { data: store });
  return store;
}

function useList(): Loaded {
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
    onError: logged("reading memories"),
  });
  const list = useList();
  const memories = useMemo(() => (isKnown(list) ? shownOf(list, "all") : undefined), [list]);
  return { memories, count: countsOf(list).all, failed: memories === undefined && error !== undefined };
}

/** What the shelf shows in one of its tabs. */
export function useShelfList(scope: Scope) {
  const list = useList();
  const shown = useMemo(() => shownOf(list, scope), [list, scope]);
  const counts = useMemo(() => countsOf(list), [list]);
  const { turn, returned } = list;
  return { shown, counts, next: nextCursor(list, scope), turn, returned };
}

/** A memory that is loaded; undefined when it is not, or is being deleted. */
export function useMemory(id: string): Memory | undefined {
  const list = useList();
  return list.leaving.includes(id) ? undefined : find(list, id);
}

/** Whether this memory is being deleted, or was. */
export function useIsLeaving(id: string): boolean {
  return useList().leaving.includes(id);
}

/** Loads the next page while it is wanted: what failed is tried again after a while, and at once when it is asked for. */
export function useNextPage(scope: Scope, wanted: boolean) {
  const store = useStore();
  const cursor = nextCursor(useList(), scope);
  const { error, isValidating, mutate } = useSWR(
    wanted && cursor ? ["memories/page", scope, cursor] : null,
    ([, , from]) => store.readPage(scope, from),
    { revalidateOnFocus: false, dedupingInterval: 0, onError: logged("reading memories") },
  );
  return { loading: isValidating, failed: error !== undefined, retry: () => void mutate() };
}

/** Loads all memories of a tab down to an id, when there is one: where somebody left off. Tells when they are there. */
export function useLoadedDownTo(scope: Scope, id: string | undefined): boolean {
  const store = useStore();
  const list = useList();
  const cursor = nextCursor(list, scope);
  const short = id !== undefined && cursor !== undefined && cursor > id;
  const { error } = useSWR(
    short ? ["memories/page", scope, cursor] : null,
    ([, , from]) => store.readPage(scope, from, LARGEST_PAGE),
    { revalidateOnFocus: false, shouldRetryOnError: false, onError: logged("reading memories") },
  );
  return isKnown(list) && (!short || error !== undefined);
}

/** The most that the server gives at once. */
const LARGEST_PAGE = 500;

/** Keeps the list as it should be while the shelf is on the page. */
export function useUpkeep(): void {
  const store = useStore();
  const list = useList();
  const known = isKnown(list);

  // Whoever comes back finds the list as it was, and a moment later as it is.
  const reread = useReread();
  const knownAtFirst = useRef(known);
  useEffect(() => {
    if (knownAtFirst.current) void reread();
  }, [reread]);

  // A first screen of each kind, so that a tab has something to show when it is chosen.
  useEffect(() => {
    if (!known) return;
    return afterwards(() => {
      const list = store.getList();
      for (const kind of KINDS) {
        const cursor = nextCursor(list, kind);
        if (!cursor || shownOf(list, kind).length >= Math.min(FEW, list.counts[kind])) continue;
        store.readPage(kind, cursor, FRONT).catch(logged(`reading ${kind} memories`));
      }
    });
  }, [known, store]);

  useEffect(() => {
    if (!list.doubt) return;
    const timer = setTimeout(reread, REST);
    return () => clearTimeout(timer);
  }, [list, reread]);

  const live = useSyncExternalStore(store.subscribe, store.isLive);
  const polled = !live && list.memories.some(({ status }) => status === "pending");
  useEffect(() => {
    if (!polled) return;
    // A failure is told by the reading of the list itself.
    const look = () => document.visibilityState === "visible" && store.readPending().catch(() => {});
    const timer = setInterval(look, PENDING_POLL);
    return () => clearInterval(timer);
  }, [polled, store]);
}

/** Fewer loaded than these are filled up. */
const FEW = 40;

function useReread(): () => Promise<unknown> {
  const { mutate } = useSWRConfig();
  return useCallback(() => mutate(FIRST), [mutate]);
}

/** How what changes on the server reaches a list that is known. The functions keep their identity. */
export function useListFeed() {
  const store = useStore();
  const reread = useReread();
  return useMemo(
    () => ({
      reread,
      /** While changes come as they happen, the list is not asked for. */
      live: (on: boolean) => store.setLive(on),
      changed: (changes: readonly Change[], last: string) => store.tell(changes, last),
      /** The last change that the list knows of. */
      lastChange: () => store.getList().change,
    }),
    [store, reread],
  );
}

/** The deletion of a memory in its parts: it leaves the list at once, and is sent for good, or comes back. */
export function useDeletion() {
  const store = useStore();
  return useMemo(
    () => ({
      leave: (id: string) => store.update((list) => leave(list, id)),
      stay: (id: string) => store.update((list) => stay(list, id, true)),
      /** Outlives the page. A memory that could not be deleted comes back, which is only logged. */
      send: async (id: string) => {
        try {
          await unwrap(client.DELETE("/api/v1/content", { body: { contentId: id }, keepalive: true }));
        } catch (error) {
          // It was deleted elsewhere meanwhile.
          if (statusOf(error) === 404) return store.tell([{ kind: "deleted", id }]);
          logFailure("deleting a memory", error);
          store.update((list) => stay(list, id, false));
          return;
        }
        store.tell([{ kind: "deleted", id }]);
      },
    }),
    [store],
  );
}

/**
 * Has a memory fetched again. It is on its way at once, and as it was when that fails, which rejects with the reason.
 */
export function useRefreshMemory(): (memory: Memory) => Promise<void> {
  const store = useStore();
  return useCallback(
    async (memory) => {
      const again: Memory = { ...memory, status: "pending", step: "waiting", error: "" };
      store.tell([{ kind: "memory", memory: again }]);
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

/** Saves a memory. Given back is the one that holds its address already, when `ifNew` asked to save nothing then. */
export async function createMemory(memory: NewMemory): Promise<Memory | undefined> {
  const { content, existing } = await unwrap(client.POST("/api/v1/content", { body: memory }));
  return existing?._id === content._id ? existing : undefined;
}

/** May one more memory be added? A failed check does not stand in the way: the server holds the limit itself. */
export async function canAddMemory(): Promise<boolean> {
  try {
    return (await unwrap(client.GET("/api/v1/get-content-count"))).canAddContent;
  } catch (error) {
    logFailure("reading the content count", error);
    return true;
  }
}

export type Allowances = {
  canAddContent: boolean;
  canUpload: boolean;
  documents: { count: number; limit: number | null } | undefined;
};

/**
 * The two permissions, read anew at each opening of the panel: `opening` counts them, 0 while it is closed. Until the
 * answers arrive, and when they do not, both are treated as given.
 */
export function useAllowances(opening: number): Allowances {
  const content = useSWR(
    opening ? ["get-content-count", opening] : null,
    () => unwrap(client.GET("/api/v1/get-content-count")),
    {
      onError: logged("reading the content count"),
    },
  );
  const upload = useSWR(
    opening ? ["get-documentupload-status", opening] : null,
    () => unwrap(client.GET("/api/v1/get-documentupload-status")),
    { onError: logged("reading the upload status") },
  );
  return {
    canAddContent: content.data?.canAddContent ?? true,
    canUpload: upload.data?.canUpload ?? true,
    documents: upload.data,
  };
}
