import Globe from "lucide-react/icons/globe";
import { hostName } from "@/lib/host-name";
import { bylineOf } from "@/memory/memory";
import { type BodyProps, CardTitle, Words } from "./body";
import { CardFoot } from "./card-foot";
import { Face } from "./face";

/** A web page: its picture leads. */
export function LinkCard({ memory, titleId, onRefresh }: BodyProps) {
  const host = hostName(memory.link);
  return (
    <>
      <Face memory={memory} />
      <div className="card-body">
        <CardTitle memory={memory} titleId={titleId} />
        <Words className="byline">{bylineOf(memory)}</Words>
        <Words className="card-text">{memory.description}</Words>
        <CardFoot memory={memory} titleId={titleId} onRefresh={onRefresh}>
          {host && <Globe className="i i-s" />}
          <span className="host">{host}</span>
        </CardFoot>
      </div>
    </>
  );
}
