import { AuthorPicture } from "./author-picture";
import { AuthorName } from "./head";
import { MediaGrid } from "./media-grid";
import type { Post } from "./model";
import { OutLink } from "./out-link";
import { TweetText } from "./tweet-text";

/** The quoted tweet, which links to X as a whole. */
export function Quoted({ post: { author, url, text, media } }: { post: Post }) {
  return (
    <blockquote className="tweet-quoted">
      <div className="tweet-head">
        <AuthorPicture author={author} />
        <AuthorName author={author} />
        <OutLink to={url} className="tweet-handle" aria-label={`Quoted tweet of @${author.screenName}`}>
          @{author.screenName}
        </OutLink>
      </div>
      <TweetText pieces={text} />
      <MediaGrid media={media} url={url} />
    </blockquote>
  );
}
