import type { Kind } from "@/memory/kinds";
import { Skeleton } from "@/ui/skeleton";
import { type BodyProps, CardTitle } from "./body";
import { CardFoot } from "./card-foot";
import { Face } from "./face";

/** The lines that the card will have, by kind: pages and tweets have a text, documents little more than a name. */
const LINES: Partial<Record<Kind, readonly string[]>> = {
  link: ["w-11/12", "w-full", "w-2/3"],
  tweet: ["w-11/12", "w-full", "w-2/3"],
  document: ["w-2/3"],
};

/** A memory on its way of which nothing is known but its address: as tall as it will be. */
export function PendingCard({ memory, titleId, onRefresh }: BodyProps) {
  return (
    <>
      <Face memory={memory} />
      <div className="card-body">
        <CardTitle memory={memory} titleId={titleId} />
        <div className="lines">
          {LINES[memory.type]?.map((width) => (
            <Skeleton key={width} className={`line ${width}`} />
          ))}
        </div>
        <CardFoot memory={memory} titleId={titleId} onRefresh={onRefresh} />
      </div>
    </>
  );
}
