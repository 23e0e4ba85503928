import { type ReactNode, useId, useState } from "react";
import { useSubmit } from "@/forms/use-submit";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import { Banner } from "@/ui/section";
import type { Shape } from "./api";
import { EVENTS, type Event } from "./model";

type Props = {
  /** What stands in it at first. */
  known: Shape;
  action: string;
  onSubmit: (shape: Shape) => Promise<void>;
  onClose: () => void;
  /** Stands beside its buttons. */
  children?: ReactNode;
};

/** The address of a webhook and what it hears. What the server refuses is said in it. */
export function HookForm({ known, action, onSubmit, onClose, children }: Props) {
  const [url, setUrl] = useState(known.url);
  const [events, setEvents] = useState<readonly Event[]>(known.events);
  const { busy, refused, submit } = useSubmit("saving a webhook", "It could not be saved. Please try again.");
  const group = useId();

  const send = () => onSubmit({ url: url.trim(), events: [...events] });

  const choose = (event: Event, on: boolean) =>
    setEvents((chosen) => (on ? [...chosen, event] : chosen.filter((one) => one !== event)));

  return (
    <form
      className="hook-form"
      noValidate
      onSubmit={(event) => void submit(event, send)}
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
          {action}
        </Button>
        <Button look="ghost" size="small" onClick={onClose}>
          Cancel
        </Button>
        {children}
      </div>
    </form>
  );
}
