import { useTweet } from "./api";
import { KeptTweet } from "./kept-tweet";
import { TweetNotFound } from "./not-found";
import type { TweetProps } from "./tweet";
import { TweetSkeleton } from "./tweet-skeleton";
import { TweetView } from "./tweet-view";

/** Fetches a tweet and shows it, or what is kept of it, or that there is none. */
export default function TweetCard({ id, titleId, kept }: TweetProps) {
  const tweet = useTweet(id);
  if (tweet) return <TweetView tweet={tweet} titleId={titleId} />;
  if (tweet === undefined) return <TweetSkeleton titleId={titleId} />;
  return kept?.text ? <KeptTweet titleId={titleId} {...kept} /> : <TweetNotFound titleId={titleId} />;
}
