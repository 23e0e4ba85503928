import CircleAlert from "lucide-react/icons/circle-alert";
import { useId } from "react";
import type { Memory } from "@/memory/kinds";
import { DeleteButton } from "./card-tools";

/** In place of a card that can't be drawn. Of the memory it takes nothing for granted but that it can be deleted. */
export function BrokenCard({ memory, onDelete }: { memory: Memory; onDelete: (id: string) => void }) {
  const titleId = useId();
  const title: unknown = memory?.title;
  return (
    <article className="card card-broken" tabIndex={-1} aria-labelledby={titleId}>
      <div className="card-body">
        <p id={titleId} className="state">
          <CircleAlert className="i i-s" />
          This card can’t be shown.
        </p>
      </div>
      <DeleteButton
        name={typeof title === "string" && title ? title : "this memory"}
        onDelete={() => onDelete(memory._id)}
      />
    </article>
  );
}
