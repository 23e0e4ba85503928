/** The memories of the signed-in user. The only file here that touches the data cache. */

import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import useSWR, { useSWRConfig } from "swr";
import { client, unwrap } from "@/api/client";
import { takeKnown } from "@/api/early";
import { logFailure, statusOf } from "@/api/errors";
import { getToken } from "@/api/session";
import { afterwards } from "@/lib/afterwards";
import { PATIENCE } from "@/lib/settled-within";
import { ALL_KINDS, type Memory } from "@/memory/kinds";
import { type Deletion, forgetDeletion, sendDeletions } from "./deletions";
import { FRONT, LARGEST_PAGE, ListStore } from "./list-store";
import type { Change } from "./live/changes";
import {
  countsOf,
  type Front,
  find,
  isKnown,
  type Loaded,
  leave,
  nextCursor,
  type Scope,
  shownOf,
  stay,
} from "./loaded";

const STORE = "memories";
const FIRST = "memories/first";

/** How often pending memories are looked at while nothing tells of them, in milliseconds. */
export const PENDING_POLL = 1500;

/** Lets changes come to rest before the first page is read again because of them, in milliseconds. */
const REST = 300;

export function logged(what: string) {
  return (error: unknown) => logFailure(what, error);
}

/** One for each person: it is kept in the data cache. */
function useStore(): ListStore {
  const { cache } = useSWRConfig();
  const known: ListStore | undefined = cache.get(STORE)?.data;
  if (known) return known;
  const store = new ListStore(takeKnown(`/api/v1/content?limit=${FRONT}`) as Front | undefined);
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
    ...(isKnown(store.getList()) && { fallbackData: true }),
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
  return { shown, counts, returned: list.returned };
}

/** Grows whenever a memory comes or goes. */
export function useTurn(): number {
  return useList().turn;
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

/** Whoever comes back to the page finds the list as it was, and a moment later as it is. */
export function useReturn(): void {
  const store = useStore();
  const reread = useReread();
  const knownAtFirst = useRef(isKnown(useList()));
  useEffect(() => {
    if (store.visit() && knownAtFirst.current) void reread();
  }, [store, reread]);
}

/** Keeps the list as it should be while the shelf is on the page. */
export function useUpkeep(): void {
  const store = useStore();
  const list = useList();
  const reread = useReread();

  // A first screen of each kind, so that a tab has something to show when it is chosen.
  const lacks = useMemo(() => lackingOf(list).length > 0, [list]);
  useEffect(() => {
    if (!lacks) return;
    return afterwards(() => {
      for (const { kind, cursor } of lackingOf(store.getList()))
        store.readPage(kind, cursor, FRONT).catch(logged(`reading ${kind} memories`));
    });
  }, [lacks, store]);

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

/** The kinds of which few are loaded though there are more, and where more begin. */
function lackingOf(list: Loaded) {
  const counts = countsOf(list);
  return ALL_KINDS.flatMap((kind) => {
    const cursor = nextCursor(list, kind);
    return cursor && shownOf(list, kind).length < Math.min(FEW, counts[kind]) ? [{ kind, cursor }] : [];
  });
}

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
      changed: (changes: readonly Change[], last: string) => {
        store.tell(changes, last);
        for (const change of changes) if (change.kind === "deleted") forgetDeletion(change.id);
      },
      /** The last change that the list knows of. */
      lastChange: () => store.getList().change,
    }),
    [store, reread],
  );
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
            // Nobody else deletes in the name of a session that has ended: the memory is still there.
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
      // What a search found may lie beyond what is loaded, where nobody knows its neighbours.
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

/** What is being deleted does not count. */
export async function readContentCount(signal?: AbortSignal) {
  await sendDeletions();
  return unwrap(client.GET("/api/v1/get-content-count", signal && { signal }));
}
