import BadgeCheck from "lucide-react/icons/badge-check";
import { followAddress } from "./addresses";
import { AuthorPicture } from "./author-picture";
import type { Author, Badge } from "./model";
import { OutLink } from "./out-link";

const BADGES: Record<Badge, string> = {
  blue: "Verified",
  business: "Verified business",
  government: "Verified government",
};

/** The author's name with the badge of a verified account. */
export function AuthorName({ author: { name, badge }, titleId }: { author: Author; titleId?: string }) {
  return (
    <p className="tweet-name">
      <bdi id={titleId}>{name}</bdi>
      {badge && (
        <>
          <BadgeCheck className={`i i-s badge-${badge}`} />
          <span className="vh">{BADGES[badge]}</span>
        </>
      )}
    </p>
  );
}

type Props = { author: Author; url: string; titleId: string };

/** The author of a tweet, with links to follow them and to the tweet on X. */
export function TweetHead({ author, url, titleId }: Props) {
  const { screenName } = author;
  return (
    <div className="tweet-head">
      <AuthorPicture author={author} />
      <div className="tweet-who">
        <AuthorName author={author} titleId={titleId} />
        <p className="tweet-sub">
          <span className="tweet-handle">@{screenName}</span>
          <span aria-hidden="true">·</span>
          <OutLink to={followAddress(screenName)} aria-label={`Follow @${screenName}`}>
            Follow
          </OutLink>
        </p>
      </div>
      <OutLink to={url} className="tweet-x" aria-label="View on X">
        <XMark />
      </OutLink>
    </div>
  );
}

/** lucide has no brand icons. */
function XMark() {
  return (
    <svg className="i i-s i-fill" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M18.244 2.25h3.308l-7.227 8.26 8.502 11.24H16.17l-5.214-6.817L4.99 21.75H1.68l7.73-8.835L1.254 2.25H8.08l4.713 6.231zm-1.161 17.52h1.833L7.084 4.126H5.117z" />
    </svg>
  );
}
