/** The feeds that a person follows. The only file here that touches the data cache. */

import useSWR from "swr";
import { client, unwrap } from "@/api/client";
import { logFailure } from "@/api/errors";
import type { Feed } from "./model";

/** How often they are read while one was never read or is being left, in milliseconds. */
const POLL = 2000;

const logged = (what: string) => ({ onError: (error: unknown) => logFailure(`reading ${what}`, error) });

const path = (id: string) => ({ params: { path: { id } } });

/** The feeds by title, undefined while loading, and the functions that change them. All reject with the server's reason. */
export function useFeeds() {
  const read = async () => (await unwrap(client.GET("/api/v1/feeds"))).feeds;
  const { data, error, mutate } = useSWR<Feed[]>("feeds", read, {
    ...logged("the feeds"),
    refreshInterval: (latest) =>
      latest?.some(({ checkedAt, status }) => (!checkedAt && status === "ok") || status === "leaving") ? POLL : 0,
  });
  /** Puts a feed as the server answered it into the list, which is then read again. */
  async function put(call: Promise<Feed>): Promise<Feed> {
    const feed = await call;
    await mutate((known) => known?.map((other) => (other.id === feed.id ? feed : other)));
    return feed;
  }
  return {
    feeds: data,
    failed: data === undefined && error !== undefined,
    retry: () => mutate(),
    follow: (url: string) => put(unwrap(client.POST("/api/v1/feeds", { body: { url } }))),
    change: (id: string, body: { title?: string; paused?: boolean }) =>
      put(unwrap(client.PATCH("/api/v1/feeds/{id}", { ...path(id), body }))),
    check: (id: string) => put(unwrap(client.POST("/api/v1/feeds/{id}/check", path(id)))),
    /** Many memories are deleted behind the call: their feed is leaving meanwhile. */
    async unfollow(id: string, memories: "keep" | "delete"): Promise<void> {
      await unwrap(client.DELETE("/api/v1/feeds/{id}", { params: { path: { id }, query: { memories } } }));
      await mutate();
    },
  };
}

/** Whether answers use feeds, undefined while loading, and what changes it. */
export function useInAnswers() {
  const read = async () => (await unwrap(client.GET("/api/v1/feeds/answers"))).use;
  const { data, mutate } = useSWR<boolean>("feeds/answers", read, logged("whether answers use feeds"));
  return {
    use: data,
    async setUse(use: boolean): Promise<void> {
      await mutate(
        unwrap(client.PUT("/api/v1/feeds/answers", { body: { use } })).then((answer) => answer.use),
        {
          optimisticData: use,
          revalidate: false,
        },
      );
    },
  };
}
