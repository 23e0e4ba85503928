import { Globe } from "lucide-react";
import { hostName } from "@/lib/host-name";
import { type Memory, nameOf } from "../model";
import { CardFoot } from "./card-foot";
import { Picture } from "./picture";

/** A web page: its picture leads. */
export function LinkCard({ memory, titleId }: { memory: Memory; titleId: string }) {
  const host = hostName(memory.link);
  return (
    <>
      <Picture src={memory.imageUrl} />
      <div className="card-body">
        <h3 id={titleId} dir="auto">
          {nameOf(memory)}
        </h3>
        {memory.description && (
          <p className="card-text" dir="auto">
            {memory.description}
          </p>
        )}
        <CardFoot link={memory.link} label="Page" titleId={titleId}>
          {host && <Globe className="i i-s" />}
          <span className="host">{host}</span>
        </CardFoot>
      </div>
    </>
  );
}
