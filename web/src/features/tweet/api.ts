import useSWR from "swr";
import { client } from "@/api/client";
import { keyOf } from "./forget";
import { type TweetData, tweetOf } from "./model";

/** Fetches a tweet. Resolves to null if there is none, with the reason in the log only. */
async function fetchTweet(id: string): Promise<TweetData | null> {
  let status = "no answer";
  try {
    const { data, response } = await client.GET("/api/tweet/{id}", { params: { path: { id } } });
    status = String(response.status);
    const tweet = response.ok ? tweetOf(data?.data) : undefined;
    if (tweet) return tweet;
  } catch {
    // The request failed, or its answer was not JSON.
  }
  const message = `Failed to fetch tweet at "/api/tweet/${id}" with "${status}".`;
  // A missing tweet is an expected answer, and a 401 redirects to sign-in, so neither is an error.
  if (status === "200" || status === "404") console.info(message);
  else if (status !== "401") console.error(message);
  return null;
}

/**
 * Returns a tweet by its id: null if there is none, undefined while loading. It is fetched once, however often its card
 * mounts, until ForgetTweet drops it.
 */
export function useTweet(id: string): TweetData | null | undefined {
  const { data } = useSWR(id ? keyOf(id) : null, () => fetchTweet(id), {
    revalidateIfStale: false,
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
  });
  return id ? data : null;
}
