import { type FormEvent, useRef, useState } from "react";
import { logFailure, messageOf, statusOf } from "@/api/errors";
import type { Outcome } from "@/ui/section";
import { toast } from "@/ui/toast";
import { resetPassword, useRefresh } from "./api";

/** The form that changes the password. Its fields are cleared after each attempt. */
export function usePasswordForm() {
  const [outcome, setOutcome] = useState<Outcome>();
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);
  const refresh = useRefresh();

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // The button is disabled only with the next render, so a second press is ignored here.
    if (sending.current) return;
    const form = event.currentTarget;
    const data = new FormData(form);
    const [current, fresh, confirmed] = ["current", "fresh", "confirmed"].map((name) => String(data.get(name)));
    if (fresh !== confirmed) {
      setOutcome({ good: false, text: "New passwords do not match" });
      return form.reset();
    }
    sending.current = true;
    setBusy(true);
    setOutcome(undefined);
    const changed = await change(current ?? "", fresh ?? "");
    sending.current = false;
    setBusy(false);
    setOutcome(changed || undefined);
    if (changed) refresh();
    form.reset();
  }

  return { onSubmit, outcome, busy };
}

/** Returns the message for an error. False if the request failed without one, which is only logged. */
async function change(current: string, fresh: string): Promise<Outcome | false> {
  try {
    await resetPassword(current, fresh);
    toast.success("Password reset successfull");
    return { good: true, text: "Password updated successfully" };
  } catch (error) {
    const status = statusOf(error);
    if (status === 403) {
      toast.error("Incorrect current password");
      return { good: false, text: "Old Password doesn't match" };
    }
    const reason = status === 400 || status === 429 ? messageOf(error, "") : "";
    if (reason) return { good: false, text: reason };
    logFailure("changing the password", error);
    return false;
  }
}
