import { useEffect, useMemo, useSyncExternalStore } from "react";
import useSWR, { useSWRConfig } from "swr";
import { statusOf } from "@/api/errors";
import { logged, useList, useStore } from "../api";
import { LARGEST_PAGE } from "../list-store";
import type { Query } from "../query";
import { FilteredStore } from "./store";

const STORES = "memories/filtered";

/** The number of lists that are kept, for the way back. */
const KEPT = 6;

function useFilteredStore(query: Query): FilteredStore {
  const { cache } = useSWRConfig();
  const stores: readonly FilteredStore[] = cache.get(STORES)?.data ?? [];
  const known = stores.find((store) => store.query.filter === query.filter && store.query.sort === query.sort);
  if (known) return known;
  const store = new FilteredStore(query);
  cache.set(STORES, { data: [...stores, store].slice(-KEPT) });
  return store;
}

/**
 * The memories that a query lists, followed as they change; nothing is read where it is not wanted. `upTo` is one that it is
 * loaded down to at first.
 */
export function useFiltered(query: Query, wanted: boolean, upTo: string | undefined) {
  const store = useFilteredStore(query);
  const { memories, total, cursor, turn } = useSyncExternalStore(store.subscribe, store.getList);
  const { leaving, returned } = useList();
  const told = useStore();
  useEffect(() => (wanted ? told.onTold(store.take) : undefined), [told, store, wanted]);
  const { error } = useSWR(
    wanted ? [STORES, query.filter, query.sort] : null,
    () => readTo(store, upTo).then(() => true),
    {
      onError: logged("reading filtered memories"),
      // What the server can't read it can't read later.
      shouldRetryOnError: (reason) => statusOf(reason) !== 400,
    },
  );
  const shown = useMemo(() => memories.filter(({ _id }) => !leaving.includes(_id)), [memories, leaving]);
  return {
    /** Undefined until they are known. */
    memories: total === undefined ? undefined : shown,
    count: total === undefined ? undefined : total - (memories.length - shown.length),
    /** Where the next page begins; undefined at the end. */
    next: cursor === undefined ? undefined : `${turn} ${cursor}`,
    returned,
    error: total === undefined ? error : undefined,
  };
}

/** Reads the list, down to a memory where the user left off. */
async function readTo(store: FilteredStore, id: string | undefined): Promise<void> {
  await store.read();
  const misses = () => store.getList().cursor && !store.getList().memories.some(({ _id }) => _id === id);
  for (let page = 0; id !== undefined && page < 4 && misses(); page++) await store.readNext(LARGEST_PAGE);
}

/** Loads the next page while it is wanted. */
export function useNextFiltered(query: Query, next: string | undefined, wanted: boolean) {
  const store = useFilteredStore(query);
  const { error, isValidating, mutate } = useSWR(
    wanted && next ? [STORES, query.filter, query.sort, next] : null,
    () => store.readNext().then(() => true),
    { revalidateOnFocus: false, dedupingInterval: 0, onError: logged("reading filtered memories") },
  );
  return { loading: isValidating, failed: error !== undefined, retry: () => void mutate() };
}
