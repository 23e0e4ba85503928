import { MessageCircle } from "lucide-react";
import { handleOf, nameOf } from "../model";
import { whenText } from "../when";
import type { BodyProps } from "./body";
import { CardFoot } from "./card-foot";
import { Face } from "./face";

/** A tweet: its author and its words, without a picture before them. */
export function TweetCard({ memory, titleId, onRefresh }: BodyProps) {
  const { author = "" } = memory;
  const handle = handleOf(memory.link) ?? (author ? "" : "Tweet");
  const when = memory.publishedAt && whenText(new Date(memory.publishedAt), new Date());
  return (
    <>
      <Face memory={memory} />
      <div className="card-body">
        <p className="kind" id={titleId}>
          <MessageCircle className="i i-s" />
          {author && <b dir="auto">{author}</b>}
          {author.toLowerCase().includes(`(${handle.toLowerCase()})`) ? "" : handle}
        </p>
        <p className="tweet-plain" dir="auto">
          {memory.description || nameOf(memory)}
        </p>
        <CardFoot memory={memory} titleId={titleId} onRefresh={onRefresh}>
          <span className="host">{when || "x.com"}</span>
        </CardFoot>
      </div>
    </>
  );
}
