import { useTweet } from "./api";
import { KeptTweet } from "./kept-tweet";
import { TweetNotFound } from "./not-found";
import { TweetSkeleton } from "./tweet-skeleton";
import { TweetView } from "./tweet-view";

export type TweetProps = {
  /** The tweet's number; empty: there is none. */
  id: string;
  /** For the element that names the tweet. */
  titleId: string;
  /** What is kept of it, for when it can't be had; without text there is nothing. */
  kept?: { author: string; text: string };
};

/** Fetches a tweet and shows it, or what is kept of it, or that there is none. */
export default function TweetCard({ id, titleId, kept }: TweetProps) {
  const tweet = useTweet(id);
  if (tweet) return <TweetView tweet={tweet} titleId={titleId} />;
  if (tweet === undefined) return <TweetSkeleton titleId={titleId} />;
  return kept?.text ? <KeptTweet titleId={titleId} {...kept} /> : <TweetNotFound titleId={titleId} />;
}
