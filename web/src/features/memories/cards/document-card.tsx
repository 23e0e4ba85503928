import FileText from "lucide-react/icons/file-text";
import { pagesText } from "@/memory/memory";
import { type BodyProps, CardTitle, Words } from "./body";
import { CardFoot } from "./card-foot";
import { Face } from "./face";

/** A document: its first page over two more, the file name, and the link that opens it by its own signature. */
export function DocumentCard({ memory, titleId, onRefresh }: BodyProps) {
  return (
    <>
      <Face memory={memory} />
      <div className="card-body">
        <CardTitle memory={memory} titleId={titleId} />
        <Words className="card-text">{memory.description}</Words>
        <CardFoot memory={memory} titleId={titleId} onRefresh={onRefresh}>
          <FileText className="i i-s" />
          <span className="host">{pagesText(memory)}</span>
        </CardFoot>
      </div>
    </>
  );
}
