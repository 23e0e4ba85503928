import CloudUpload from "lucide-react/icons/cloud-upload";
import { useEffect } from "react";
import { Link } from "react-router";
import { useOutage } from "@/api/outage";
import { useToken } from "@/api/session";
import { waitText } from "./model";
import { sendNow } from "./sending";
import { useWaiting } from "./use-waiting";
import { forgetKept, registerWorker } from "./worker";

/** What this device does for the app: the service worker, and what waits to be sent, of which a line and the badge tell. */
export default function Device({ savePath }: { savePath: string }) {
  const waiting = useWaiting();
  useWorker();
  useSending();
  useBadge(waiting.length);
  if (waiting.length === 0) return null;
  const refused = waiting.some((one) => one.refused);
  return (
    <div className="connection-line">
      <CloudUpload className="i" />
      <p>{refused ? "Something could not be saved." : `${waitText(waiting.length)}.`}</p>
      <Link className="link" to={savePath}>
        Show
      </Link>
    </div>
  );
}

function useWorker(): void {
  const token = useToken();
  useEffect(() => {
    if (!token) return void forgetKept();
    registerWorker(token).catch((error) => console.error("the service worker was not registered", error));
  }, [token]);
}

/** Tries when the page opens or is looked at again, and when the server can be reached again. */
function useSending(): void {
  const token = useToken();
  const lost = useOutage();
  useEffect(() => {
    if (!token || lost) return;
    const look = () => document.visibilityState === "visible" && void sendNow();
    const online = () => void sendNow();
    online();
    document.addEventListener("visibilitychange", look);
    window.addEventListener("online", online);
    return () => {
      document.removeEventListener("visibilitychange", look);
      window.removeEventListener("online", online);
    };
  }, [token, lost]);
}

/** The number on the installed app's icon. */
function useBadge(count: number): void {
  useEffect(() => {
    const { setAppBadge, clearAppBadge } = navigator as Partial<Navigator>;
    const shown = count > 0 ? setAppBadge?.call(navigator, count) : clearAppBadge?.call(navigator);
    // An app that is not installed may have none.
    shown?.catch(() => {});
  }, [count]);
}
