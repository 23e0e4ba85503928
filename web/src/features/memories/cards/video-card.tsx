import { Play } from "lucide-react";
import { hostName } from "@/lib/host-name";
import { type Memory, nameOf, providerOf } from "../model";
import { CardFoot } from "./card-foot";

/** A video: a dark stage in both themes. */
export function VideoCard({ memory, titleId }: { memory: Memory; titleId: string }) {
  return (
    <>
      <div className="stage">
        {memory.imageUrl ? <img src={memory.imageUrl} alt="" loading="lazy" /> : <div className="stage-still" />}
        <span className="play">
          <Play className="i i-fill" />
        </span>
      </div>
      <div className="card-body">
        <h3 id={titleId} dir="auto">
          {nameOf(memory)}
        </h3>
        <CardFoot link={memory.link} label="Video" titleId={titleId}>
          <Play className="i i-s" />
          <span className="host">{providerOf(hostName(memory.link))}</span>
        </CardFoot>
      </div>
    </>
  );
}
