import { dayText } from "@/lib/day-text";
import { time12h } from "@/lib/time-12h";
import { TweetActions } from "./actions";
import { TweetHead } from "./head";
import { MediaGrid } from "./media-grid";
import type { TweetData } from "./model";
import { OutLink } from "./out-link";
import { Quoted } from "./quoted";
import { TweetText } from "./tweet-text";

/** Renders a tweet. */
export function TweetView({ tweet, titleId }: { tweet: TweetData; titleId: string }) {
  const { author, url, replyTo, text, media, quoted, at } = tweet;
  return (
    <div className="tweet">
      <TweetHead author={author} url={url} titleId={titleId} />
      {replyTo && (
        <p className="tweet-reply">
          <OutLink to={replyTo.url}>Replying to @{replyTo.screenName}</OutLink>
        </p>
      )}
      <TweetText pieces={text} />
      <MediaGrid media={media} url={url} />
      {quoted && <Quoted post={quoted} />}
      {at && (
        <p className="tweet-when num">
          <time dateTime={at.toISOString()}>
            {time12h(at)} · {dayText(at, new Date())}
          </time>
        </p>
      )}
      <TweetActions tweet={tweet} />
    </div>
  );
}
