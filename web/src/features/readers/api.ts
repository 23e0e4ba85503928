/** The private feeds of what a person saved. The only file here that touches the data cache. */

import useSWR from "swr";
import { client, unwrap } from "@/api/client";
import { logFailure } from "@/api/errors";
import type { components } from "@/api/schema";

export type PrivateFeed = components["schemas"]["PrivateFeed"];

/** A feed with its addresses, which the server shows once. */
export type MadeFeed = components["schemas"]["MadeFeedAnswer"];

type Feeds = { feeds: PrivateFeed[]; allowed: boolean };

/** The feeds and whether the plan has them, undefined while loading, and what changes them. Both reject with the server's reason. */
export function usePrivateFeeds() {
  const { data, error, mutate } = useSWR<Feeds>("private-feeds", () => unwrap(client.GET("/api/v1/private-feeds")), {
    onError: (error: unknown) => logFailure("reading the private feeds", error),
  });
  return {
    feeds: data?.feeds,
    allowed: data?.allowed !== false,
    failed: data === undefined && error !== undefined,
    retry: () => mutate(),
    async make(name: string, filter: string): Promise<MadeFeed> {
      const made = await unwrap(client.POST("/api/v1/private-feeds", { body: { name, filter } }));
      await mutate();
      return made;
    },
    async end(id: string): Promise<void> {
      await unwrap(client.DELETE("/api/v1/private-feeds/{id}", { params: { path: { id } } }));
      await mutate((known) => known && { ...known, feeds: known.feeds.filter((feed) => feed.id !== id) });
    },
  };
}
