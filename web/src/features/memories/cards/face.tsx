import { classNames } from "@/lib/class-names";
import { Skeleton } from "@/ui/skeleton";
import type { Memory } from "../model";
import defaultPicture from "./default-picture.svg";
import pageFace from "./page-face.svg";
import { Picture } from "./picture";
import { isUnderWay } from "./steps";

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

function Front({ memory: { type, status, imageUrl } }: { memory: Memory }) {
  if (type === "document") return <Sheets src={imageUrl} />;
  if (!imageUrl && status === "pending") return <Skeleton className="pic" />;
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
