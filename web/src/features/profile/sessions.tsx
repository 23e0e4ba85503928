import Laptop from "lucide-react/icons/laptop";
import Smartphone from "lucide-react/icons/smartphone";
import { useRef } from "react";
import { logFailure } from "@/api/errors";
import { BusyButton } from "@/ui/busy-button";
import { Skeleton } from "@/ui/skeleton";
import { toast } from "@/ui/toast";
import { useRefresh, useSessions } from "./api";
import { activeText, begunText, type Session } from "./model";

/** Lists the user's sessions, with buttons that end the other ones. */
export function Sessions() {
  const { sessions, end, endOthers } = useSessions();
  const refresh = useRefresh();
  const title = useRef<HTMLHeadingElement>(null);

  async function run(task: () => Promise<void>, done: string) {
    try {
      await task();
      toast.success(done);
      refresh();
      // The row with the focused button has unmounted.
      title.current?.focus();
    } catch (error) {
      logFailure("ending a session", error);
      toast.error("That device could not be signed out. Please try again.");
    }
  }

  return (
    <div>
      <h3 className="sub-h" ref={title} tabIndex={-1}>
        Where you are signed in
      </h3>
      {sessions ? (
        <ul className="rows">
          {sessions.map((session) => (
            <Row
              key={session.id}
              session={session}
              onEnd={() => run(() => end(session.id), `Signed out ${session.device}`)}
            />
          ))}
        </ul>
      ) : (
        <div role="status" aria-label="Loading the devices">
          <Skeleton className="h-16" />
        </div>
      )}
      {sessions?.some((session) => !session.current) && (
        <BusyButton look="secondary" className="mt-3" onPress={() => run(endOthers, "Signed out everywhere else")}>
          Sign out everywhere else
        </BusyButton>
      )}
    </div>
  );
}

function Row({ session, onEnd }: { session: Session; onEnd: () => Promise<void> }) {
  const { device, createdAt, lastUsedAt, current } = session;
  const Icon = /iPhone|iPad|Android/.test(device) ? Smartphone : Laptop;
  return (
    <li>
      <Icon className="i" />
      <span>
        <bdi className="row-name">{device}</bdi>
        <small>
          <time dateTime={lastUsedAt}>{activeText(session, new Date())}</time>
          {createdAt && (
            <>
              {" · "}
              <time dateTime={createdAt} title={new Date(createdAt).toLocaleString()}>
                {begunText(createdAt, new Date())}
              </time>
            </>
          )}
        </small>
      </span>
      {current ? (
        <span className="badge">This device</span>
      ) : (
        <BusyButton look="ghost" label={`Sign out ${device}`} onPress={onEnd}>
          Sign out
        </BusyButton>
      )}
    </li>
  );
}
