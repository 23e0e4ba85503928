/** The person's tags. */

import useSWR from "swr";
import { client, unwrap } from "@/api/client";
import { logFailure } from "@/api/errors";
import type { components } from "@/api/schema";

export type Tag = components["schemas"]["Tag"];

const KEY = "tags";

/** All tags, the most used first; undefined while they are loading. Not wanted: none are asked for. */
export function useTags(wanted = true): readonly Tag[] | undefined {
  const { data } = useSWR(wanted ? KEY : null, async () => (await unwrap(client.GET("/api/v1/tags"))).tags, {
    onError: (error) => logFailure("reading the tags", error),
  });
  return data;
}
