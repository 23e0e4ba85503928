import { type FormEvent, useId, useRef, useState } from "react";
import { logFailure, messageOf, statusOf } from "@/api/errors";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";

type Props = { onMake: (name: string, filter: string) => Promise<void> };

/** Makes a feed of what a filter selects. */
export function MakeFeed({ onMake }: Props) {
  const [name, setName] = useState("");
  const [filter, setFilter] = useState("");
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string>();
  const sending = useRef(false);
  const hint = useId();

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    // The button is disabled only with the next render, so a second press is ignored here.
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    setRefused(undefined);
    try {
      await onMake(name.trim(), filter.trim());
      setName("");
      setFilter("");
    } catch (error) {
      if ((statusOf(error) ?? 500) >= 500) logFailure("making a private feed", error);
      setRefused(messageOf(error, "It could not be made. Please try again."));
    }
    sending.current = false;
    setBusy(false);
  }

  return (
    <form className="reader-form" noValidate onSubmit={(event) => void onSubmit(event)}>
      <Field
        label="Name"
        autoComplete="off"
        maxLength={64}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Field
        label="Filter"
        placeholder="tag:recipes"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={filter}
        describedBy={hint}
        onChange={(event) => setFilter(event.currentTarget.value)}
      />
      <Button type="submit" look="secondary" busy={busy}>
        Make a feed
      </Button>
      <p className="hint" id={hint}>
        A filter as on your dashboard. Leave it empty for everything.
      </p>
      <div role="alert" className="reader-refused">
        {refused && <p className="errors">{refused}</p>}
      </div>
    </form>
  );
}
