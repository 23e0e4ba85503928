import { classNames } from "@/lib/class-names";
import type { Memory } from "@/memory/kinds";
import { isUnderWay } from "@/memory/memory";
import { Skeleton } from "@/ui/skeleton";
import { DefaultPicture } from "./default-picture";
import pageFace from "./page-face.svg";
import { Picture } from "./picture";
import { frameOf } from "./picture-frame";

/** What leads the card of a page or a document, in every state as tall; a tweet has words alone. */
export function Face({ memory }: { memory: Memory }) {
  return (
    <>
      {memory.type !== "tweet" && <Front memory={memory} />}
      <Thread memory={memory} />
    </>
  );
}

/** An amber thread that runs while the memory is worked on. */
export function Thread({ memory }: { memory: Memory }) {
  return memory.status === "pending" ? (
    <div className={classNames("thread", !isUnderWay(memory) && "thread-still")} />
  ) : null;
}

function Front({ memory }: { memory: Memory }) {
  const { type, status, imageUrl } = memory;
  if (type === "document") return <Sheets src={imageUrl} />;
  if (!imageUrl && status === "pending") return <Skeleton className="pic" />;
  return <Lead memory={memory} />;
}

/** The picture of a page in its own shape, within bounds; a small one at its own size. */
function Lead({ memory }: { memory: Memory }) {
  const { imageUrl, imageWidth, imageHeight } = memory;
  const frame = frameOf(memory);
  const instead = <DefaultPicture memory={memory} className="pic" />;
  if ("ratio" in frame) {
    return <Picture className="pic" style={{ aspectRatio: frame.ratio }} src={imageUrl} instead={instead} />;
  }
  return (
    <div className="pic pic-small">
      <Picture width={imageWidth} height={imageHeight} src={imageUrl} instead={instead} />
    </div>
  );
}

/** The top of the first page over two more. */
function Sheets({ src }: { src: string }) {
  return (
    <div className="page">
      <Picture src={src} instead={<img src={pageFace} alt="" />} />
    </div>
  );
}
