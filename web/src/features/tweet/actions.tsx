import Heart from "lucide-react/icons/heart";
import MessageCircle from "lucide-react/icons/message-circle";
import { abbreviateCount } from "@/lib/abbreviate-count";
import { likeAddress, replyAddress } from "./addresses";
import { CopyLink } from "./copy-link";
import type { TweetData } from "./model";
import { OutLink } from "./out-link";

function repliesText(replies: number): string {
  if (replies === 0) return "Read more on X";
  return replies === 1 ? "Read 1 reply" : `Read ${abbreviateCount(replies)} replies`;
}

/** The actions of a tweet. All but copying its link happen on X. */
export function TweetActions({ tweet: { id, url, likes, replies } }: { tweet: TweetData }) {
  const count = abbreviateCount(likes);
  return (
    <>
      <div className="tweet-acts">
        <OutLink to={likeAddress(id)} aria-label={`Like. This tweet has ${count} likes`}>
          <Heart className="i" />
          <span className="num">{count}</span>
        </OutLink>
        <OutLink to={replyAddress(id)} aria-label="Reply to this tweet on X">
          <MessageCircle className="i" />
          <span className="tweet-word">Reply</span>
        </OutLink>
        <CopyLink url={url} />
      </div>
      <OutLink to={url} className="tweet-more">
        {repliesText(replies)}
      </OutLink>
    </>
  );
}
