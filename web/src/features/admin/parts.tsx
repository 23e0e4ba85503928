import CircleAlert from "lucide-react/icons/circle-alert";
import RotateCw from "lucide-react/icons/rotate-cw";
import type { ReactNode } from "react";
import { dayText } from "@/lib/day-text";
import { Button } from "@/ui/button";
import { Skeleton } from "@/ui/skeleton";

type PendingProps = { what: string; failed: boolean; retry: () => unknown };

/** Stands where something is not known: it is being read, or it can't be. */
export function Pending({ what, failed, retry }: PendingProps) {
  if (failed)
    return (
      <p role="status" className="set-failed">
        <CircleAlert className="i i-s" />
        <span>The {what} can’t be read right now.</span>
        <Button look="ghost" size="small" icon={<RotateCw className="i i-s" />} onClick={() => void retry()}>
          Try again
        </Button>
      </p>
    );
  return (
    <div role="status" aria-label={`Loading the ${what}`}>
      <Skeleton className="h-32" />
    </div>
  );
}

/** A day, which a machine can read to the second. */
export function Day({ at, text }: { at: string; text?: string }) {
  return <time dateTime={at}>{text ?? dayText(new Date(at), new Date())}</time>;
}

type TallyProps = { name: string; value: ReactNode; also?: string | undefined };

/** One figure of several, with what is said beside it. */
export function Tally({ name, value, also }: TallyProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {value}
        {also && <small>{also}</small>}
      </dd>
    </div>
  );
}
