import { useEffect } from "react";
import { useSWRConfig } from "swr";

/** Under which a tweet is kept. */
export const keyOf = (id: string) => ["tweet", id];

/** Draws nothing. While it is on the page the tweet is taken for unknown: whoever shows it next asks for it anew. */
export function ForgetTweet({ id }: { id: string }) {
  const { mutate } = useSWRConfig();
  useEffect(() => void mutate(keyOf(id), undefined), [mutate, id]);
  return null;
}
