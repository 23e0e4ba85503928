import CircleAlert from "lucide-react/icons/circle-alert";
import RotateCw from "lucide-react/icons/rotate-cw";
import { Button } from "@/ui/button";
import { ProgressBar } from "@/ui/progress-bar";
import { Skeleton } from "@/ui/skeleton";
import { useReading } from "./api";
import { type Reading, readingLine, readingMeaning } from "./model";

/** Shows the progress of close reading. */
export function CloseReading() {
  const { reading, failed, retry } = useReading();
  return (
    <div className="setting">
      {reading && <Progress reading={reading} />}
      {!reading && !failed && <Waiting />}
      {failed && (
        <p role="status" className="set-failed">
          <CircleAlert className="i i-s" />
          <span>The progress can’t be read right now.</span>
          <Button look="ghost" size="small" icon={<RotateCw className="i i-s" />} onClick={retry}>
            Try again
          </Button>
        </p>
      )}
    </div>
  );
}

function Progress({ reading }: { reading: Reading }) {
  const { model, read, passages } = reading;
  const line = readingLine(reading);
  return (
    <>
      {model === "" || passages === 0 ? (
        <p className="reading-line">{line}</p>
      ) : (
        <div className="reading">
          <p className="reading-line num">{line}</p>
          <ProgressBar label="Close reading" value={read} max={passages} text={line} />
        </div>
      )}
      <p className="muted">{readingMeaning(reading)}</p>
    </>
  );
}

/** As tall as the content that replaces it. */
function Waiting() {
  return (
    <div role="status" aria-label="Loading the progress" className="reading-waits">
      <Skeleton className="h-[75px]" />
      <Skeleton className="h-3.5" />
    </div>
  );
}
