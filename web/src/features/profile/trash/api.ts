/** What was deleted and can be restored. */

import { useEffect } from "react";
import useSWR, { useSWRConfig } from "swr";
import { client, unwrap } from "@/api/client";
import { onDeleted } from "@/api/deleted";
import { logFailure, statusOf } from "@/api/errors";
import type { components } from "@/api/schema";

export type Trashed = components["schemas"]["Trashed"];

type Page = { memories: Trashed[]; total: number; next?: string };

const read = (cursor?: string): Promise<Page> =>
  unwrap(client.GET("/api/v1/trash", { params: { query: cursor ? { cursor } : {} } }));

/** Returns the loaded part of the trash, undefined while loading, and functions that change it. */
export function useTrash() {
  const { mutate: refresh } = useSWRConfig();
  const { data, mutate } = useSWR<Page>("trash", () => read(), {
    onError: (error) => logFailure("reading the trash", error),
    // As in the audit log: revalidating drops all pages but the first.
    revalidateOnFocus: false,
  });
  useEffect(() => onDeleted(() => void mutate()), [mutate]);

  /** Takes a memory from the list once it has left the trash. Resolves to false if it had left it before. */
  async function leave(id: string, leaving: Promise<unknown>): Promise<boolean> {
    let left = true;
    try {
      await leaving;
    } catch (error) {
      if (statusOf(error) !== 404) throw error;
      left = false;
    }
    const without = (known?: Page) =>
      known && { ...known, total: known.total - 1, memories: known.memories.filter(({ _id }) => _id !== id) };
    const rest = await mutate(without, { revalidate: false });
    if (rest?.next && rest.memories.length === 0) await mutate();
    void refresh("usage");
    return left;
  }

  return {
    memories: data?.memories,
    total: data?.total ?? 0,
    more: Boolean(data?.next),
    /** Resolves to false if it was not in the trash any more; rejects with 429 if the plan has no room for it. */
    restore: (id: string) => leave(id, unwrap(client.POST("/api/v1/trash/{id}/restore", { params: { path: { id } } }))),
    async purge(id: string): Promise<void> {
      await leave(id, unwrap(client.DELETE("/api/v1/trash/{id}", { params: { path: { id } } })));
    },
    async empty(): Promise<void> {
      await unwrap(client.DELETE("/api/v1/trash"));
      await mutate();
    },
    /** Resolves when the next page has been appended. */
    async readMore(): Promise<void> {
      const next = await read(data?.next);
      const joined = (known?: Page) =>
        known?.next === data?.next ? { ...next, memories: [...(known?.memories ?? []), ...next.memories] } : known;
      await mutate(joined, { revalidate: false });
    },
  };
}
