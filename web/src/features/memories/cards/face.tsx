import { Play, Unlink } from "lucide-react";
import { classNames } from "@/lib/class-names";
import { clockTime } from "@/lib/clock-time";
import { Skeleton } from "@/ui/skeleton";
import type { Memory } from "../model";
import defaultPicture from "./default-picture.svg";
import pageFace from "./page-face.svg";
import { Picture } from "./picture";
import { isUnderWay } from "./steps";

/** What leads a card, in every state as tall; a tweet has words alone. An amber thread runs while the memory is worked on. */
export function Face({ memory }: { memory: Memory }) {
  return (
    <>
      {memory.type !== "tweet" && <Front memory={memory} />}
      {memory.status === "pending" && <div className={classNames("thread", !isUnderWay(memory) && "thread-still")} />}
    </>
  );
}

function Front({ memory }: { memory: Memory }) {
  const { type, status, imageUrl } = memory;
  if (type === "document") return <Sheets src={imageUrl} />;
  const shape = type === "video" ? "aspect-video" : "aspect-[16/10]";
  if (!imageUrl && status === "pending") return <Skeleton className={`pic ${shape}`} />;
  if (!imageUrl && status === "failed") return <Void shape={shape} />;
  if (type === "video") return <Stage memory={memory} />;
  return <Picture className="pic" src={imageUrl} fallback={defaultPicture} />;
}

/** The top of the first page over two more. */
function Sheets({ src }: { src: string }) {
  return (
    <div className="page">
      <Picture src={src} fallback={pageFace} />
    </div>
  );
}

function Stage({ memory }: { memory: Memory }) {
  return (
    <div className="stage">
      <Picture src={memory.imageUrl} fallback={defaultPicture} />
      <span className="play">
        <Play className="i i-fill" />
      </span>
      {memory.duration ? <span className="dur">{clockTime(memory.duration)}</span> : null}
    </div>
  );
}

function Void({ shape }: { shape: string }) {
  return (
    <div className={`void ${shape}`}>
      <span>
        <Unlink className="i" />
      </span>
    </div>
  );
}
