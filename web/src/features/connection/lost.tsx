import CloudOff from "lucide-react/icons/cloud-off";
import RotateCw from "lucide-react/icons/rotate-cw";
import { useEffect, useState } from "react";
import { checkServer, type Outage } from "@/api/outage";
import { RETRY_INTERVAL } from "@/lib/retry-interval";
import { Button } from "@/ui/button";

/** Says what can't be reached, and tries until it can. */
export default function Lost({ what }: { what: Outage }) {
  const [trying, setTrying] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    const timer = setInterval(() => void checkServer(stop.signal), RETRY_INTERVAL);
    return () => {
      clearInterval(timer);
      stop.abort();
    };
  }, []);
  const tryNow = () => {
    setTrying(true);
    void checkServer(AbortSignal.timeout(RETRY_INTERVAL)).then(() => setTrying(false));
  };
  return (
    <div className="connection-line">
      <CloudOff className="i" />
      <p>{navigator.onLine ? UNREACHED[what] : OFFLINE}</p>
      <Button look="ghost" size="small" icon={<RotateCw className="i i-s" />} busy={trying} onClick={tryNow}>
        Try now
      </Button>
    </div>
  );
}

const UNREACHED: Record<Outage, string> = {
  server: "Engram can’t be reached. What you typed is kept; trying again.",
  data: "Engram can’t reach its database. What you typed is kept; trying again.",
};
const OFFLINE = "You are offline. Engram will catch up.";
