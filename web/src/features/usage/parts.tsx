import Download from "lucide-react/icons/download";
import { logFailure, messageOf } from "@/api/errors";
import { BusyButton } from "@/ui/busy-button";
import { Button } from "@/ui/button";
import { Skeleton } from "@/ui/skeleton";
import { toast } from "@/ui/toast";
import { saveTable, type Table } from "./api";

type PendingProps = { what: string; failed: boolean; retry: () => unknown; className: string };

/** Stands where something is not known: it is being read, or it can't be. */
export function Pending({ what, failed, retry, className }: PendingProps) {
  if (failed)
    return (
      <p role="status" className="set-failed">
        <span>This can’t be read right now.</span>
        <Button look="ghost" size="small" onClick={() => void retry()}>
          Try again
        </Button>
      </p>
    );
  return (
    <div role="status" aria-label={`Loading ${what}`}>
      <Skeleton className={className} />
    </div>
  );
}

type SaveProps = { table: Table; label: string };

/** Saves a table as a file for a spreadsheet. */
export function SaveTable({ table, label }: SaveProps) {
  async function onPress() {
    try {
      await saveTable(table);
    } catch (error) {
      logFailure("saving a table", error);
      toast.error(messageOf(error, "It could not be saved. Please try again."));
    }
  }
  return (
    <span className="save-table">
      <Download className="i i-s" />
      <BusyButton look="ghost" label={label} onPress={onPress}>
        Save as a table
      </BusyButton>
    </span>
  );
}
