import CircleAlert from "lucide-react/icons/circle-alert";
import Clock from "lucide-react/icons/clock";
import LoaderCircle from "lucide-react/icons/loader-circle";
import type { Memory } from "@/memory/kinds";
import { isUnderWay, stepText } from "@/memory/memory";
import { Button } from "@/ui/button";

/** Shows the state of a memory that is being captured, has failed, or was captured in part. */
export function StateLine({ memory, onRefresh }: { memory: Memory; onRefresh: () => void }) {
  const { status, step, error } = memory;
  return (
    <>
      <div role="status">
        {status === "pending" && (
          <p className="read-state">
            {!isUnderWay(memory) ? <Clock className="i" /> : <LoaderCircle className="i spin" />}
            {memory.pagesRead && step !== "picturing" ? `${stepText(memory)}, and going on` : stepText(memory)}
          </p>
        )}
      </div>
      {status !== "pending" && (status === "failed" || error) && (
        <div className="read-state read-state-bad">
          <CircleAlert className="i" />
          <p>
            <span dir="auto">{error || "It could not be read."}</span>
            {status === "failed" && <small>It is kept, and found by {foundBy(memory)}.</small>}
          </p>
          {memory.type !== "note" && (
            <Button look="secondary" size="small" onClick={onRefresh}>
              Retry
            </Button>
          )}
        </div>
      )}
    </>
  );
}

function foundBy({ type, pagesRead }: Memory): string {
  if (pagesRead) return "what was read of it";
  return type === "document" ? "its name" : "its title and its address";
}
