/** What belongs to a memory. The only file here that touches the data cache. */

import useSWR from "swr";
import { client, unwrap } from "@/api/client";
import { logFailure, statusOf } from "@/api/errors";
import type { components } from "@/api/schema";

const once = { revalidateOnFocus: false };
const of = (id: string) => ({ params: { path: { id } } });

type Found = { memories: components["schemas"]["RelatedMemory"][]; similar?: components["schemas"]["Similar"] };

/** The related memories, and what was saved before; undefined while they are loading. Told again for another text. */
export function useRelated(id: string, version: string): Found | undefined {
  const { data } = useSWR(["related", id, version], () => unwrap(client.GET("/api/v1/content/{id}/related", of(id))), {
    ...once,
    onError: (error) => statusOf(error) !== 404 && logFailure("reading what is related", error),
  });
  return data;
}

/** The tags that may fit; none while they are loading. */
export function useSuggested(id: string): readonly { name: string; known: boolean }[] {
  const read = async () => (await unwrap(client.GET("/api/v1/content/{id}/suggested-tags", of(id)))).tags;
  const { data } = useSWR(["suggested-tags", id], read, {
    ...once,
    onError: (error) => statusOf(error) !== 404 && logFailure("reading the suggested tags", error),
  });
  return data ?? [];
}
