import { useRef, useState } from "react";
import { Button } from "@/ui/button";
import { Skeleton } from "@/ui/skeleton";
import { useDeliveries } from "./api";
import { type Delivery, deliveryText, momentText } from "./model";

/** How many are shown at first, and more each time. */
const STEP = 10;

/** What was sent to a webhook in the last seven days, and what became of it. */
export function Deliveries({ of, name }: { of: string; name: string }) {
  const { deliveries, failed, retry } = useDeliveries(of);
  const [shown, setShown] = useState(STEP);
  const list = useRef<HTMLOListElement>(null);
  if (failed) {
    return (
      <p className="set-failed" role="status">
        <span>That can’t be read right now.</span>
        <Button look="ghost" size="small" onClick={() => void retry()}>
          Try again
        </Button>
      </p>
    );
  }
  if (!deliveries) {
    return (
      <div role="status" aria-label="Loading what was sent">
        <Skeleton className="h-16" />
      </div>
    );
  }
  if (deliveries.length === 0) return <p className="hint">Nothing in the last seven days.</p>;
  return (
    <>
      <ol className="hook-sent" ref={list} tabIndex={-1} aria-label={`Sent to ${name}`}>
        {deliveries.slice(0, shown).map((delivery) => (
          <Row key={delivery.id} delivery={delivery} />
        ))}
      </ol>
      {deliveries.length > shown && (
        <Button
          look="ghost"
          size="small"
          onClick={() => {
            setShown(shown + STEP);
            // The button goes with the last page, and the focus with it.
            if (shown + STEP >= deliveries.length) list.current?.focus({ preventScroll: true });
          }}
        >
          Show more
        </Button>
      )}
    </>
  );
}

function Row({ delivery }: { delivery: Delivery }) {
  const now = new Date();
  const { event, outcome, bad } = deliveryText(delivery, now);
  const { createdAt } = delivery;
  return (
    <li>
      <b>{event}</b>
      <span className={bad ? "bad" : undefined}>{outcome}</span>
      <time dateTime={createdAt}>{momentText(createdAt, now)}</time>
    </li>
  );
}
