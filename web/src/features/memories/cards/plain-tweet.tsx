import MessageCircle from "lucide-react/icons/message-circle";
import { titleOf } from "@/memory/memory";
import { handleOf } from "../tweet-address";
import type { BodyProps } from "./body";
import { CardFoot } from "./card-foot";
import { Face } from "./face";
import { OpenLink } from "./open-link";

/** What was captured of a tweet: its author and its words. */
export function PlainTweet({ memory, titleId, onRefresh }: BodyProps) {
  const { author = "" } = memory;
  const handle = handleOf(memory.link) ?? (author ? "" : "Tweet");
  return (
    <>
      <Face memory={memory} />
      <div className="card-body">
        <p className="kind" id={titleId}>
          <MessageCircle className="i i-s" />
          <OpenLink memory={memory}>
            {author && <b dir="auto">{author}</b>}
            {author.toLowerCase().includes(`(${handle.toLowerCase()})`) ? "" : ` ${handle}`}
          </OpenLink>
        </p>
        <p className="tweet-plain" dir="auto">
          {memory.description || titleOf(memory)}
        </p>
        <CardFoot memory={memory} titleId={titleId} onRefresh={onRefresh} />
      </div>
    </>
  );
}
