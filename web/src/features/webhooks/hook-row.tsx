import Pause from "lucide-react/icons/pause";
import Webhook from "lucide-react/icons/webhook";
import { useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { attempt } from "@/forms/attempt";
import { BusyButton } from "@/ui/busy-button";
import { Button } from "@/ui/button";
import { Once } from "@/ui/once";
import { Banner, type Outcome } from "@/ui/section";
import type { Acts } from "./api";
import { Deliveries } from "./deliveries";
import { HookForm } from "./hook-form";
import { eventsText, type Hook, nameOf, stateOf } from "./model";

type Props = {
  hook: Hook;
  /** Whether the plan has webhooks. */
  allowed: boolean;
  /** Its secret, if it was given one just now. */
  secret: string | undefined;
  onSecret: (secret: string) => void;
  acts: Acts;
  onRemove: () => void;
};

/** A webhook: how it does, what was sent to it, and what can be done about it. */
export function HookRow({ hook, allowed, secret, onSecret, acts, onRemove }: Props) {
  const [editing, setEditing] = useState(false);
  const [listed, setListed] = useState(false);
  const [tested, setTested] = useState<Outcome>();
  const edit = useRef<HTMLButtonElement>(null);
  const list = useId();
  const { id, url, events, status } = hook;
  const name = nameOf(hook);
  const state = stateOf(hook, allowed, new Date());
  const on = status === "on";

  const onPause = async () => void (await attempt("pausing a webhook", () => acts.change(id, { paused: on })));

  const onTest = async () =>
    void (await attempt("testing a webhook", async () => {
      const { status, message } = await acts.test(id);
      const good = status === "delivered";
      setTested({ good, text: good ? "The test arrived." : `The test did not arrive. ${message}` });
    }));

  const onRotate = async () =>
    void (await attempt("giving a webhook another secret", async () => onSecret(await acts.rotate(id))));

  function close() {
    flushSync(() => setEditing(false));
    edit.current?.focus();
  }

  return (
    <li aria-label={name}>
      <span className={state.bad ? "set-mark set-mark-bad" : "set-mark"}>
        {status === "paused" ? <Pause className="i" /> : <Webhook className="i" />}
      </span>
      <div className="set-words">
        <bdi className="row-name">{url}</bdi>
        <small>
          <span className={state.bad ? "bad" : undefined}>{state.text}</span> · hears: {eventsText(events)}
        </small>
      </div>
      <div className="set-acts">
        <Button
          look="ghost"
          size="small"
          aria-label={`What was sent to ${name}`}
          aria-expanded={listed}
          aria-controls={list}
          onClick={() => setListed(!listed)}
        >
          What was sent
        </Button>
        {allowed && (
          <>
            <BusyButton look="ghost" label={`Send a test to ${name}`} onPress={onTest}>
              Send a test
            </BusyButton>
            <BusyButton look="ghost" label={`${on ? "Pause" : "Resume"} ${name}`} onPress={onPause}>
              {on ? "Pause" : "Resume"}
            </BusyButton>
            <Button ref={edit} look="ghost" size="small" aria-label={`Change ${name}`} onClick={() => setEditing(true)}>
              Change
            </Button>
          </>
        )}
        <Button look="ghost" size="small" aria-label={`Remove ${name}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
      <div className="hook-more">
        <div role="status">{tested && <Banner {...tested} />}</div>
        {secret && (
          <Once
            label="Secret"
            secret={secret}
            hint="What is sent is signed with it. It is shown this once: give it to what listens there."
          />
        )}
        {editing && (
          <HookForm
            known={hook}
            action="Save"
            onSubmit={async (shape) => {
              await acts.change(id, shape);
              close();
            }}
            onClose={close}
          >
            <BusyButton look="ghost" onPress={onRotate}>
              Another secret
            </BusyButton>
          </HookForm>
        )}
        <div id={list}>{listed && <Deliveries of={id} name={name} />}</div>
      </div>
    </li>
  );
}
