import { Play } from "lucide-react";
import { hostName } from "@/lib/host-name";
import { providerOf } from "../model";
import { type BodyProps, CardTitle, Words } from "./body";
import { CardFoot } from "./card-foot";
import { Face } from "./face";

/** A video: a dark stage in both themes. */
export function VideoCard({ memory, titleId, onRefresh }: BodyProps) {
  return (
    <>
      <Face memory={memory} />
      <div className="card-body">
        <CardTitle memory={memory} titleId={titleId} />
        <Words className="byline">{memory.author ?? ""}</Words>
        <CardFoot memory={memory} titleId={titleId} onRefresh={onRefresh}>
          <Play className="i i-s" />
          <span className="host">{providerOf(hostName(memory.link))}</span>
        </CardFoot>
      </div>
    </>
  );
}
