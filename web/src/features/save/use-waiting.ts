import { useCallback, useEffect, useRef, useState } from "react";
import { onWaitingChanged, ownWaiting, type Waiting } from "@/api/outbox";
import { useToken } from "@/api/session";

/** What waits on this device to be sent, of this user. */
export function useWaiting(): readonly Waiting[] {
  const token = useToken();
  const [waiting, setWaiting] = useState<readonly Waiting[]>([]);
  const asked = useRef(0);
  const read = useCallback(() => {
    asked.current += 1;
    const number = asked.current;
    const take = (all: readonly Waiting[]) => number === asked.current && setWaiting(all);
    // A browser that forbids to keep anything has kept nothing.
    ownWaiting().then(take, () => take([]));
  }, []);
  useEffect(() => {
    // Another token is another reading.
    if (token !== undefined) read();
    return onWaitingChanged(read);
  }, [token, read]);
  return waiting;
}
