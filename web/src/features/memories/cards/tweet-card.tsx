import type { BodyProps } from "./body";
import { CardFoot } from "./card-foot";
import { OpenLink } from "./open-link";
import { useCardParts } from "./parts";
import { PlainTweet } from "./plain-tweet";

/** A tweet as its service embeds it; while it is fetched again, what is known of it. */
export function TweetCard({ memory, titleId, onRefresh }: BodyProps) {
  const { Tweet } = useCardParts();
  if (memory.status === "pending") {
    return (
      <>
        <Tweet memory={memory} titleId={titleId} />
        <PlainTweet memory={memory} titleId={titleId} onRefresh={onRefresh} />
      </>
    );
  }
  const reason = memory.status === "failed" ? memory.error : "";
  return (
    <>
      <Tweet memory={memory} titleId={titleId} />
      <div className="tweet-foot">
        {reason && <p className="remark">{reason}</p>}
        <CardFoot
          memory={memory}
          titleId={titleId}
          onRefresh={onRefresh}
          opening={
            <OpenLink memory={memory} describedBy={titleId}>
              Open
            </OpenLink>
          }
        />
      </div>
    </>
  );
}
