import { lazy, Suspense } from "react";
import { KeptTweet } from "./kept-tweet";
import type { TweetProps } from "./tweet-card";
import { TweetSkeleton } from "./tweet-skeleton";

/** Shown if the card's chunk failed to load. */
function Lost({ titleId, kept }: TweetProps) {
  if (kept?.text) return <KeptTweet titleId={titleId} {...kept} />;
  return (
    <p id={titleId} className="tweet tweet-lost">
      This tweet can’t be shown just now.
    </p>
  );
}

const TweetCard = lazy(() =>
  import("./tweet-card").catch((error) => {
    console.error("loading the tweet card failed", error);
    return { default: Lost };
  }),
);

/** An embedded tweet, of any width from 240 pixels. Its chunk loads with the first one. */
export function Tweet(props: TweetProps) {
  return (
    <Suspense fallback={<TweetSkeleton titleId={props.titleId} />}>
      <TweetCard {...props} />
    </Suspense>
  );
}
