import { useEffect, useRef, useState } from "react";
import { Button } from "@/ui/button";
import { Skeleton } from "@/ui/skeleton";
import { useEvents } from "./api";
import { type AccountEvent, agoText, eventSource, eventText } from "./model";

/** How many events are shown at first, and with each press on "Show more". */
const [FIRST, STEP] = [5, 25];

/** What happened to the account, the newest first. */
export function History() {
  const { events, more, readMore } = useEvents();
  const [shown, setShown] = useState(FIRST);
  const [from, setFrom] = useState<number>();
  const list = useRef<HTMLOListElement>(null);
  const there = events?.length ?? 0;

  useEffect(() => {
    if (from === undefined || there <= from) return;
    // Whoever asked for more reads on at the first of it.
    (list.current?.children[from] as HTMLElement | undefined)?.focus();
    setFrom(undefined);
  }, [from, there]);

  function onMore() {
    if (shown + STEP > there && more) void readMore();
    setFrom(shown);
    setShown(shown + STEP);
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
        <Button className="mt-3" look="secondary" size="small" busy={there < shown} onClick={onMore}>
          Show more
        </Button>
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
