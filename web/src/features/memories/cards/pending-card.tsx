import { LoaderCircle } from "lucide-react";
import { Skeleton } from "@/ui/skeleton";
import { type Memory, nameOf } from "../model";
import { CardFoot } from "./card-foot";
import { LABELS } from "./labels";
import { Sheets } from "./sheets";

/** A memory on its way: as tall as it will be, with an amber thread that runs while it is read. */
export function PendingCard({ memory, titleId }: { memory: Memory; titleId: string }) {
  const label = LABELS[memory.type];
  return (
    <>
      {memory.type === "document" ? <Sheets /> : <Skeleton className="pic aspect-[16/10]" />}
      <div className="thread" />
      <div className="card-body">
        <h3 id={titleId} dir="auto">
          {nameOf(memory)}
        </h3>
        <Skeleton className="line mt-1 w-11/12" />
        <Skeleton className="line w-2/3" />
        <CardFoot link={memory.link} label={label} titleId={titleId}>
          <span className="state">
            <LoaderCircle className="i i-s spin" />
            Reading the {label.toLowerCase()}
          </span>
        </CardFoot>
      </div>
    </>
  );
}
