import { useTweet } from "./api";
import { KeptTweet } from "./kept-tweet";
import { TweetNotFound } from "./not-found";
import { TweetSkeleton } from "./tweet-skeleton";
import { TweetView } from "./tweet-view";

export type TweetProps = {
  /** The tweet's id. Empty if there is none. */
  id: string;
  /** The id of the element that labels the tweet. */
  titleId: string;
  /** The saved text, shown if the tweet is not available. Undefined or without text, nothing is saved. */
  kept?: { author: string; text: string };
};

/** Fetches a tweet and shows it, or its saved text, or that it was not found. */
export default function TweetCard({ id, titleId, kept }: TweetProps) {
  const tweet = useTweet(id);
  if (tweet) return <TweetView tweet={tweet} titleId={titleId} />;
  if (tweet === undefined) return <TweetSkeleton titleId={titleId} />;
  return kept?.text ? <KeptTweet titleId={titleId} {...kept} /> : <TweetNotFound titleId={titleId} />;
}
