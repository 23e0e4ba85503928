import useSWR from "swr";
import { client } from "@/api/client";
import { type TweetData, tweetOf } from "./model";

/** Reads a tweet. Rejects when there is none to show, which it logs: nobody is told more than that it was not found. */
async function fetchTweet(id: string): Promise<TweetData> {
  const url = `/api/tweet/${id}`;
  let status = "no answer";
  try {
    const { data, response } = await client.GET("/api/tweet/{id}", { params: { path: { id } } });
    status = String(response.status);
    const tweet = response.ok ? tweetOf(data?.data) : undefined;
    if (tweet) return tweet;
    throw new Error(`no tweet in the answer`);
  } catch (cause) {
    const error = new Error(`Failed to fetch tweet at "${url}" with "${status}".`, { cause });
    // That there is none is an answer like another; an ended session leads to sign-in, which tells enough.
    if (status === "200" || status === "404") console.info(error.message);
    else if (status !== "401") console.error(error.message);
    throw error;
  }
}

/** A tweet by its number. It is asked for once: what can't be had now is not asked for again and again. */
export function useTweet(id: string): { tweet: TweetData | undefined; missing: boolean } {
  const { data, error } = useSWR(id ? ["tweet", id] : null, () => fetchTweet(id), {
    shouldRetryOnError: false,
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
  });
  return { tweet: data, missing: !id || (data === undefined && error !== undefined) };
}
