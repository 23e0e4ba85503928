import { useTweet } from "./api";
import { TweetNotFound } from "./not-found";
import type { TweetProps } from "./tweet";
import { TweetSkeleton } from "./tweet-skeleton";
import { TweetView } from "./tweet-view";

/** Fetches a tweet and shows it, or that there is none. */
export default function TweetCard({ id, titleId }: TweetProps) {
  const tweet = useTweet(id);
  if (tweet) return <TweetView tweet={tweet} titleId={titleId} />;
  return tweet === null ? <TweetNotFound titleId={titleId} /> : <TweetSkeleton titleId={titleId} />;
}
