import { type FormEvent, type KeyboardEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { logFailure, messageOf, statusOf } from "@/api/errors";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import { Waiting } from "@/ui/section";
import { toast } from "@/ui/toast";
import { setEmail, useRefresh } from "./api";
import type { User } from "./model";

type Props = { user: User | undefined; refreshUser: () => Promise<unknown> };

/** Shows the email address, and the form that sets, changes or removes it. */
export function Email({ user, refreshUser }: Props) {
  const [editing, setEditing] = useState(false);
  const change = useRef<HTMLButtonElement>(null);
  const refresh = useRefresh();

  function close() {
    flushSync(() => setEditing(false));
    change.current?.focus();
  }

  async function onSaved() {
    refresh();
    await refreshUser();
    toast.success("Email saved");
    close();
  }

  if (user && editing) return <EmailForm email={user.email ?? ""} onSaved={onSaved} onClose={close} />;
  return (
    <dl className="who">
      <dt className="label">Email</dt>
      <dd>
        <span dir="auto">{user ? (user.email ?? <span className="muted">No email yet</span>) : <Waiting />}</span>
        {user && (
          <Button
            ref={change}
            look="ghost"
            size="small"
            aria-label={user.email ? "Change email" : "Add email"}
            onClick={() => setEditing(true)}
          >
            {user.email ? "Change" : "Add"}
          </Button>
        )}
      </dd>
    </dl>
  );
}

type FormProps = { email: string; onSaved: () => Promise<void>; onClose: () => void };

function EmailForm({ email, onSaved, onClose }: FormProps) {
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // The button is disabled only with the next render, so a second press is ignored here.
    if (sending.current) return;
    const typed = String(new FormData(event.currentTarget).get("email")).trim();
    if (typed === email) return onClose();
    sending.current = true;
    setBusy(true);
    setError(undefined);
    const refused = await save(typed);
    sending.current = false;
    setBusy(false);
    if (refused) return setError(refused);
    await onSaved();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Escape") onClose();
  }

  return (
    <form className="who-edit" onSubmit={onSubmit} onKeyDown={onKeyDown}>
      {/*
       * With type "email" browsers convert international addresses to Punycode, and validate in words of their own.
       */}
      <Field
        label="Email"
        name="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        dir="auto"
        maxLength={254}
        defaultValue={email}
        error={error}
        autoFocus
        onFocus={(event) => event.target.select()}
      />
      {email && <p className="hint">Leave it empty to remove it.</p>}
      <div className="acts">
        <Button type="submit" look="secondary" size="small" busy={busy}>
          Save
        </Button>
        <Button look="ghost" size="small" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** Resolves to the reason if it was not saved, otherwise to undefined. */
async function save(email: string): Promise<string | undefined> {
  try {
    await setEmail(email);
    return undefined;
  } catch (error) {
    const status = statusOf(error);
    if (status !== 400 && status !== 429) logFailure("saving the email", error);
    return messageOf(error, "The email could not be saved. Please try again.");
  }
}
