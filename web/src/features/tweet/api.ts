import useSWR from "swr";
import { client } from "@/api/client";
import { keyOf } from "./forget";
import { type TweetData, tweetOf } from "./model";

/** Reads a tweet; null when there is none to show, which it logs: nobody is told more than that it was not found. */
async function fetchTweet(id: string): Promise<TweetData | null> {
  let status = "no answer";
  try {
    const { data, response } = await client.GET("/api/tweet/{id}", { params: { path: { id } } });
    status = String(response.status);
    const tweet = response.ok ? tweetOf(data?.data) : undefined;
    if (tweet) return tweet;
  } catch {
    // There was no answer, or one that can't be read.
  }
  const message = `Failed to fetch tweet at "/api/tweet/${id}" with "${status}".`;
  // That there is none is an answer like another; an ended session leads to sign-in, which tells enough.
  if (status === "200" || status === "404") console.info(message);
  else if (status !== "401") console.error(message);
  return null;
}

/**
 * A tweet by its number; null when it can't be had, undefined until that is known. It is asked for once, however often its
 * card comes and goes, until it is forgotten.
 */
export function useTweet(id: string): TweetData | null | undefined {
  const { data } = useSWR(id ? keyOf(id) : null, () => fetchTweet(id), {
    revalidateIfStale: false,
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
  });
  return id ? data : null;
}
