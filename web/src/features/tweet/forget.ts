import { useEffect } from "react";
import { useSWRConfig } from "swr";

/** Returns the cache key of a tweet. */
export const keyOf = (id: string) => ["tweet", id];

/** Renders nothing. While it is mounted the tweet is dropped from the cache, so the next card fetches it again. */
export function ForgetTweet({ id }: { id: string }) {
  const { mutate } = useSWRConfig();
  useEffect(() => void mutate(keyOf(id), undefined), [mutate, id]);
  return null;
}
