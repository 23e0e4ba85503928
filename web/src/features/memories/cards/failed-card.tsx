import { type BodyProps, CardTitle } from "./body";
import { CardFoot } from "./card-foot";
import { Face } from "./face";

/** A memory that could not be read. It is kept, says why, can be tried again, and still leads to where it came from. */
export function FailedCard({ memory, titleId, onRefresh }: BodyProps) {
  return (
    <>
      <Face memory={memory} />
      <div className="card-body">
        <CardTitle memory={memory} titleId={titleId} />
        <p className="card-text">{memory.error || "It is kept, and you can find it by its title and address."}</p>
        <CardFoot memory={memory} titleId={titleId} onRefresh={onRefresh} />
      </div>
    </>
  );
}
