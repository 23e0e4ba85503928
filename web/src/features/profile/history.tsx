import { useEffect, useRef, useState } from "react";
import { logFailure } from "@/api/errors";
import { BusyButton } from "@/ui/busy-button";
import { Skeleton } from "@/ui/skeleton";
import { toast } from "@/ui/toast";
import { useEvents } from "./api";
import { type AccountEvent, agoText, eventSource, eventText } from "./model";

/** The number of events shown at first, and added by "Show more". */
const [FIRST, STEP] = [5, 25];

/** The account's audit log, newest first. */
export function History() {
  const { events, more, readMore } = useEvents();
  const [shown, setShown] = useState(FIRST);
  const [from, setFrom] = useState<number>();
  const list = useRef<HTMLOListElement>(null);
  const there = events?.length ?? 0;
  const standing = Math.min(shown, there);

  useEffect(() => {
    if (from === undefined || standing <= from) return;
    // Moves the focus to the first of the added events.
    (list.current?.children[from] as HTMLElement | undefined)?.focus();
    setFrom(undefined);
  }, [from, standing]);

  async function onMore() {
    try {
      if (standing + STEP > there && more) await readMore();
    } catch (error) {
      logFailure("reading more of what happened", error);
      toast.error("More could not be read. Please try again.");
      return;
    }
    setFrom(standing);
    setShown(standing + STEP);
  }

  return (
    <div>
      <h3 className="sub-h" id="history">
        What happened
      </h3>
      {events ? (
        <ol className="rows rows-quiet" ref={list} aria-labelledby="history">
          {events.slice(0, shown).map((event) => (
            <Row key={event.id} event={event} />
          ))}
        </ol>
      ) : (
        <div role="status" aria-label="Loading what happened">
          <Skeleton className="h-16" />
        </div>
      )}
      {(there > shown || more) && (
        <BusyButton className="mt-3" look="secondary" onPress={onMore}>
          Show more
        </BusyButton>
      )}
    </div>
  );
}

function Row({ event }: { event: AccountEvent }) {
  const at = new Date(event.at);
  return (
    <li tabIndex={-1}>
      <span>
        <bdi className="row-name">{eventText(event)}</bdi>
        <small>
          <bdi>{eventSource(event)}</bdi>
        </small>
      </span>
      <time dateTime={event.at} title={at.toLocaleString()}>
        {agoText(at, new Date())}
      </time>
    </li>
  );
}
