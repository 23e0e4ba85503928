import Download from "lucide-react/icons/download";
import { type FormEvent, useRef, useState } from "react";
import { forgetDrafts } from "@/api/draft";
import { logFailure, messageOf, statusOf } from "@/api/errors";
import { clearToken } from "@/api/session";
import { isPersonal } from "@/lib/house";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import { Banner, Section } from "@/ui/section";
import { deleteAccount, forgetNotes } from "./api";
import { useExport } from "./use-export";

type Props = {
  /** Undefined while loading. */
  username: string | undefined;
  /** Called when the account is gone, and the session with it. */
  onGone: () => void;
};

/** The end of an account: a last export, then the name and the password, then nothing is left. */
export function Leave({ username, onGone }: Props) {
  const { begin, busy, begun, refused } = useExport();
  return (
    <Section id="leave" title="Leave" lead="Take everything with you first. There is no way back from this one.">
      <div className="gone">
        <p>
          This deletes your account with all that belongs to it: memories, files, tags, marks and remarks, questions and
          answers, imports, the trash, and the record of what happened. You are signed out everywhere
          {!isPersonal() && ", a membership ends"} and your name is free at once; the rest is gone within the hour.
        </p>
        <p className="hint">
          Backups of this Engram that were made before hold it until they are replaced, two weeks by default.
        </p>
        <div className="export-foot">
          <Button look="secondary" icon={<Download className="i" />} busy={busy} onClick={() => void begin("zip")}>
            {refused ? "Try the export again" : "Make an export first"}
          </Button>
          <p className="hint" role="status">
            {begun && "It has begun. Wait until your browser has all of it."}
          </p>
        </div>
        <div role="alert">{refused && <Banner good={false} text={refused} />}</div>
        <LeaveForm username={username} onGone={onGone} />
      </div>
    </Section>
  );
}

/** The field that a refusal is about, by its status. */
const PLACES: Readonly<Record<number, "name" | "password">> = { 400: "name", 403: "password" };

function LeaveForm({ username, onGone }: Props) {
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<{ at: "name" | "password" | "form"; text: string }>();
  const sending = useRef(false);
  const ready = username !== undefined && name.trim().toLowerCase() === username.toLowerCase() && password !== "";

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    // The button is disabled only with the next render, so a second press is ignored here.
    if (!ready || sending.current) return;
    sending.current = true;
    setBusy(true);
    setRefused(undefined);
    try {
      await deleteAccount(name.trim(), password);
      forgetNotes(username);
      forgetDrafts();
      clearToken();
      onGone();
    } catch (error) {
      const status = statusOf(error) ?? 500;
      if (status >= 500) logFailure("deleting the account", error);
      const text = messageOf(error, "The account could not be deleted. Please try again.");
      setRefused({ at: PLACES[status] ?? "form", text });
      setPassword("");
      setBusy(false);
      sending.current = false;
    }
  }

  return (
    <form onSubmit={(event) => void onSubmit(event)}>
      <div role="alert">{refused?.at === "form" && <Banner good={false} text={refused.text} />}</div>
      <div className="two">
        <Field
          label={username ? `Type ${username} to confirm` : "Type your username to confirm"}
          value={name}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          dir="auto"
          error={refused?.at === "name" ? refused.text : undefined}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Field
          label="Your password"
          type="password"
          value={password}
          autoComplete="current-password"
          error={refused?.at === "password" ? refused.text : undefined}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
      </div>
      <Button type="submit" look="danger" busy={busy} disabled={!ready && !busy}>
        Delete my account
      </Button>
    </form>
  );
}
