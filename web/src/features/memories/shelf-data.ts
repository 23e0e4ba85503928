/** The hooks by which the shelf reads the list of memories and keeps it up to date. */

import { useEffect, useMemo, useSyncExternalStore } from "react";
import useSWR from "swr";
import { afterwards } from "@/lib/afterwards";
import { tellHighlighted } from "@/memory/highlighted";
import { ALL_KINDS } from "@/memory/kinds";
import { logged, useList, useReread, useStore } from "./api";
import { forgetDeletion } from "./deletions";
import { FRONT, LARGEST_PAGE } from "./list-store";
import type { News } from "./live/changes";
import { countsOf, isKnown, type Loaded, nextCursor, type Scope, shownOf } from "./loaded";

/** The interval at which pending memories are polled while there is no stream, in milliseconds. */
export const PENDING_POLL = 1500;

/** Lets changes come to rest before the first page is read again because of them, in milliseconds. */
const REST = 300;

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

/** Loads a tab down to the memory where the user left off, if any. Returns whether it is loaded. */
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
    // Reading the list reports its own failures.
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

/** How what changes on the server reaches a list that is known. The functions keep their identity. */
export function useListFeed() {
  const store = useStore();
  const reread = useReread();
  return useMemo(
    () => ({
      reread,
      /** While changes come as they happen, the list is not asked for. Highlights may have changed before they did. */
      live: (on: boolean) => {
        store.setLive(on);
        if (on) tellHighlighted();
      },
      changed: (news: readonly News[], last: string) => {
        store.tell(
          news.filter((one) => one.kind !== "highlights"),
          last,
        );
        for (const one of news) {
          if (one.kind === "deleted") forgetDeletion(one.id);
          if (one.kind === "deleted" || one.kind === "highlights") tellHighlighted(one.id, one.kind === "deleted");
        }
      },
      /** The last change that the list knows of. */
      lastChange: () => store.getList().change,
    }),
    [store, reread],
  );
}
