/** The signed-in user's conversations. The only file here that touches the data cache. */

import useSWR, { useSWRConfig } from "swr";
import useSWRInfinite from "swr/infinite";
import { client, unwrap } from "@/api/client";
import { logFailure, statusOf } from "@/api/errors";

/** The page size. */
const PAGE = 50;

type Page = { nextCursor?: string };

/** Returns the conversations that contain all words of a query, the most recently used first. */
export function useConversations(query: string) {
  const { data, error, size, setSize, mutate, isLoading, isValidating } = useSWRInfinite(
    (_, before: Page | null) =>
      before && !before.nextCursor ? null : (["conversations", query, before?.nextCursor ?? ""] as const),
    ([, query, cursor]) =>
      unwrap(
        client.GET("/api/v1/conversations", {
          params: { query: { limit: PAGE, ...(query && { query }), ...(cursor && { cursor }) } },
        }),
      ),
    {
      // Keeps the previous list until the next one is loaded.
      keepPreviousData: true,
      revalidateOnFocus: false,
      onError: (reason) => logFailure("reading conversations", reason),
    },
  );

  const forget = useForget();

  /** Resolves when it is deleted, also if it was deleted before. */
  async function remove(id: string): Promise<void> {
    await removeConversation(id);
    const without = data?.map((page) => ({
      ...page,
      conversations: page.conversations.filter((conversation) => conversation.id !== id),
    }));
    await forget();
    await mutate(without, { revalidate: false });
  }

  async function removeAll(): Promise<void> {
    await unwrap(client.DELETE("/api/v1/conversations"));
    await forget();
    await mutate([{ conversations: [] }], { revalidate: false });
  }

  return {
    conversations: data?.flatMap((page) => page.conversations),
    more: Boolean(data?.at(-1)?.nextCursor),
    failed: error !== undefined,
    /** The list still belongs to the previous query. */
    waiting: isLoading,
    reading: isValidating,
    readMore: () => void setSize(size + 1),
    retry: () => void mutate(),
    remove,
    removeAll,
  };
}

/** Returns a conversation with its turns. */
export function useConversation(id: string) {
  const { data, error, mutate, isValidating } = useSWR(
    ["conversation", id],
    () => unwrap(client.GET("/api/v1/conversations/{id}", { params: { path: { id } } })),
    {
      // New turns are shown by the page itself, so no refetch is needed.
      revalidateOnFocus: false,
      revalidateOnReconnect: false,
      shouldRetryOnError: (reason) => statusOf(reason) !== 404,
      onError: (reason) => statusOf(reason) !== 404 && logFailure("reading a conversation", reason),
    },
  );
  const gone = statusOf(error) === 404;
  return {
    conversation: gone ? undefined : data,
    gone,
    failed: error !== undefined,
    reading: isValidating,
    retry: () => void mutate(),
  };
}

/** Resolves when it is deleted, also if it was deleted before. */
export async function removeConversation(id: string): Promise<void> {
  try {
    await unwrap(client.DELETE("/api/v1/conversations/{id}", { params: { path: { id } } }));
  } catch (error) {
    if (statusOf(error) !== 404) throw error;
  }
}

/** The query keys of the lists and of the conversations. */
const READ = /^(?:\$inf\$)?@"conversations?",/;

/** Invalidates every query that may still contain a deleted conversation. */
export function useForget(): () => Promise<void> {
  const { cache, mutate } = useSWRConfig();
  return async () => {
    const keys = [...cache.keys()].filter((key) => READ.test(key));
    await Promise.all(keys.map((key) => mutate(key, undefined, { revalidate: false })));
  };
}
