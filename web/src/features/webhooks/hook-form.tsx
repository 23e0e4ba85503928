import { type FormEvent, type ReactNode, useId, useRef, useState } from "react";
import { logFailure, messageOf, statusOf } from "@/api/errors";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import { Banner } from "@/ui/section";
import type { Shape } from "./api";
import { EVENTS, type Event } from "./model";

type Props = {
  /** What stands in it at first. */
  known: Shape;
  submit: string;
  onSubmit: (shape: Shape) => Promise<void>;
  onClose: () => void;
  /** Stands beside its buttons. */
  children?: ReactNode;
};

/** The address of a webhook and what it hears. What the server refuses is said in it. */
export function HookForm({ known, submit, onSubmit, onClose, children }: Props) {
  const [url, setUrl] = useState(known.url);
  const [events, setEvents] = useState<readonly Event[]>(known.events);
  const [refused, setRefused] = useState<string>();
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);
  const group = useId();

  async function send(event: FormEvent) {
    event.preventDefault();
    // The button is disabled only with the next render, so a second press is ignored here.
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    setRefused(undefined);
    try {
      await onSubmit({ url: url.trim(), events: [...events] });
    } catch (error) {
      if ((statusOf(error) ?? 500) >= 500) logFailure("saving a webhook", error);
      setRefused(messageOf(error, "It could not be saved. Please try again."));
    }
    sending.current = false;
    setBusy(false);
  }

  const choose = (event: Event, on: boolean) =>
    setEvents((chosen) => (on ? [...chosen, event] : chosen.filter((one) => one !== event)));

  return (
    <form
      className="hook-form"
      noValidate
      onSubmit={(event) => void send(event)}
      onKeyDown={(event) => event.key === "Escape" && onClose()}
    >
      <Field
        label="Address"
        type="url"
        placeholder="https://"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        value={url}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      <fieldset className="hook-events">
        <legend className="label">What it hears</legend>
        {EVENTS.map(({ event, label, says }) => (
          <label key={event}>
            <input
              type="checkbox"
              checked={events.includes(event)}
              aria-label={label}
              aria-describedby={`${group}-${event}`}
              onChange={({ currentTarget }) => choose(event, currentTarget.checked)}
            />
            <b>{label}</b>
            <span id={`${group}-${event}`}>{says}</span>
          </label>
        ))}
      </fieldset>
      <div role="alert" className="hook-refused">
        {refused && <Banner good={false} text={refused} />}
      </div>
      <div className="acts">
        <Button type="submit" look="secondary" size="small" busy={busy}>
          {submit}
        </Button>
        <Button look="ghost" size="small" onClick={onClose}>
          Cancel
        </Button>
        {children}
      </div>
    </form>
  );
}
