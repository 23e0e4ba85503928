import type { Kind } from "@/memory/kinds";
import { Skeleton } from "@/ui/skeleton";
import { type BodyProps, CardTitle } from "./body";
import { CardFoot } from "./card-foot";
import { Face } from "./face";

/** The widths of the placeholder lines, by kind: pages and tweets get a text, documents little more than a name. */
const LINES: Partial<Record<Kind, readonly string[]>> = {
  link: ["w-11/12", "w-full", "w-2/3"],
  tweet: ["w-11/12", "w-full", "w-2/3"],
  document: ["w-2/3"],
};

/** The card of a memory that is still being captured, as tall as it will be with its text. */
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
