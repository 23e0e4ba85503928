import { MessageCircle } from "lucide-react";
import { handleOf, type Memory, nameOf } from "../model";
import { CardFoot } from "./card-foot";

/** A tweet: words alone, without a picture before them. */
export function TweetCard({ memory, titleId }: { memory: Memory; titleId: string }) {
  return (
    <div className="card-body">
      <p className="kind" id={titleId}>
        <MessageCircle className="i i-s" />
        {handleOf(memory.link) ?? "Tweet"}
      </p>
      <p className="tweet-plain" dir="auto">
        {memory.description || nameOf(memory)}
      </p>
      <CardFoot link={memory.link} label="Tweet" titleId={titleId}>
        <span className="host">x.com</span>
      </CardFoot>
    </div>
  );
}
