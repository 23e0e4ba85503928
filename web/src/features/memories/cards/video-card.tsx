import Play from "lucide-react/icons/play";
import { hostName } from "@/lib/host-name";
import { type BodyProps, CardTitle, Words } from "./body";
import { CardFoot } from "./card-foot";
import { Thread } from "./face";
import { useCardParts } from "./parts";

/** A video: a dark stage in both themes. Its address plays before anything is read of it, and when nothing could be. */
export function VideoCard({ memory, titleId, onRefresh }: BodyProps) {
  const { Player } = useCardParts();
  const { status, error, author = "" } = memory;
  return (
    <>
      <div className="stage">
        <Player memory={memory} />
      </div>
      <Thread memory={memory} />
      <div className="card-body">
        <CardTitle memory={memory} titleId={titleId} />
        <Words className="byline">{author}</Words>
        <Words className="card-text">{status === "failed" ? error : ""}</Words>
        <CardFoot memory={memory} titleId={titleId} onRefresh={onRefresh}>
          <Play className="i i-s" />
          <span className="host">{memory.player?.name ?? hostName(memory.link)}</span>
        </CardFoot>
      </div>
    </>
  );
}
