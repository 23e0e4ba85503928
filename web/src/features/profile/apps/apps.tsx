import Plug from "lucide-react/icons/plug";
import { useRef } from "react";
import { logFailure } from "@/api/errors";
import { BusyButton } from "@/ui/busy-button";
import { toast } from "@/ui/toast";
import { useRefresh } from "../api";
import { agoText } from "../model";
import { type App, useApps } from "./api";

/** Lists the programs that the user connected, with buttons that disconnect them. */
export function Apps() {
  const { apps, end } = useApps();
  const refresh = useRefresh();
  const title = useRef<HTMLHeadingElement>(null);

  async function disconnect(app: App) {
    try {
      await end(app.id);
      toast.success(`Disconnected ${app.name}`);
      refresh();
      // The row with the focused button has unmounted.
      title.current?.focus();
    } catch (error) {
      logFailure("disconnecting a program", error);
      toast.error("That app could not be disconnected. Please try again.");
    }
  }

  return (
    <div>
      <h3 className="sub-h" ref={title} tabIndex={-1} id="apps">
        Connected apps
      </h3>
      <p className="hint token-lead">
        Assistants such as Claude or ChatGPT connect at <code>{`${window.location.origin}/mcp`}</code> and ask you here.
      </p>
      {apps && apps.length > 0 && (
        <ul className="rows" aria-labelledby="apps">
          {apps.map((app) => (
            <li key={app.id}>
              <Plug className="i" />
              <span>
                <bdi className="row-name">{app.name}</bdi>
                <small>{about(app)}</small>
              </span>
              <BusyButton look="ghost" label={`Disconnect ${app.name}`} onPress={() => disconnect(app)}>
                Disconnect
              </BusyButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const LABELS: Record<App["scopes"][number], string> = { read: "Read", ask: "Ask", save: "Save", edit: "Edit" };

/** Says where an app is, what it may do, and when it was connected and used. */
function about(app: App): string {
  const now = new Date();
  const scopes = app.scopes.map((scope) => LABELS[scope]).join(", ");
  const used = app.lastUsedAt ? `Used ${whenText(app.lastUsedAt, now)}` : "Never used";
  return `${app.host} · ${scopes} · Connected ${whenText(app.createdAt, now)} · ${used}`;
}

/** Returns a time as it reads behind a verb: "3 hours ago", "on May 4". */
function whenText(time: string, now: Date): string {
  const at = new Date(time);
  const said = agoText(at, now);
  if (said.startsWith("Just")) return "just now";
  return said.endsWith("ago") ? said : `on ${said}`;
}
