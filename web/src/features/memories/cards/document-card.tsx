import { FileText } from "lucide-react";
import { type Memory, nameOf } from "../model";
import { whenText } from "../when";
import { CardFoot } from "./card-foot";
import { Sheets } from "./sheets";

/** A document: sheets of paper, the file name, and the link that opens it by its own signature. */
export function DocumentCard({ memory, titleId }: { memory: Memory; titleId: string }) {
  return (
    <>
      <Sheets />
      <div className="card-body">
        <h3 id={titleId} dir="auto">
          {nameOf(memory)}
        </h3>
        {memory.description && (
          <p className="card-text" dir="auto">
            {memory.description}
          </p>
        )}
        <CardFoot link={memory.link} label="Document" titleId={titleId}>
          <FileText className="i i-s" />
          <span className="host">{whenText(new Date(memory.createdAt), new Date())}</span>
        </CardFoot>
      </div>
    </>
  );
}
