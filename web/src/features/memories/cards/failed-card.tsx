import { CircleAlert, Unlink } from "lucide-react";
import { type Memory, nameOf } from "../model";
import { CardFoot } from "./card-foot";
import { LABELS } from "./labels";

/** A memory that could not be read. It is kept, says why, and still leads to where it came from. */
export function FailedCard({ memory, titleId }: { memory: Memory; titleId: string }) {
  return (
    <>
      <div className="void">
        <span>
          <Unlink className="i" />
        </span>
      </div>
      <div className="card-body">
        <h3 id={titleId} dir="auto">
          {nameOf(memory)}
        </h3>
        <p className="card-text">{memory.error || "It is kept, and you can find it by its title and address."}</p>
        <CardFoot link={memory.link} label={LABELS[memory.type]} titleId={titleId}>
          <span className="state state-bad">
            <CircleAlert className="i i-s" />
            Not read
          </span>
        </CardFoot>
      </div>
    </>
  );
}
