/** What belongs to a memory. The only file here that touches the data cache. */

import useSWR from "swr";
import { client, unwrap } from "@/api/client";
import { logFailure } from "@/api/errors";
import type { components } from "@/api/schema";

const once = { revalidateOnFocus: false, revalidateIfStale: false };
const of = (id: string) => ({ params: { path: { id } } });

type Found = { memories: components["schemas"]["RelatedMemory"][]; similar?: components["schemas"]["Similar"] };

/** The related memories, and what was saved before; undefined while they are loading. Told again for another text. */
export function useRelated(id: string, version: string): Found | undefined {
  const { data } = useSWR(["related", id, version], () => unwrap(client.GET("/api/v1/content/{id}/related", of(id))), {
    ...once,
    onError: (error) => logFailure("reading what is related", error),
  });
  return data;
}
