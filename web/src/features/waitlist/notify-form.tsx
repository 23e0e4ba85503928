import { type FormEvent, useRef, useState } from "react";
import { Button } from "@/ui/button";
import { toast } from "@/ui/toast";
import { joinWaitlist } from "./api";
import { outcomeOf } from "./model";

/** The form that adds an email address to the waitlist. The field is cleared after each attempt. */
export function NotifyForm({ item, placeholder }: { item: string; placeholder: string }) {
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // The button is disabled only with the next render, so a second press is ignored here.
    if (sending.current) return;
    const form = event.currentTarget;
    sending.current = true;
    setBusy(true);
    await join(item, String(new FormData(form).get("email")));
    sending.current = false;
    setBusy(false);
    form.reset();
  }

  return (
    // Before hydration, method "dialog" submits nothing. The default would put the email address in the URL.
    <form className="soon-form" method="dialog" onSubmit={onSubmit}>
      <label className="grow">
        <span className="vh">Email</span>
        {/* Read-only while the request is pending, because the field is cleared afterwards. */}
        <input
          className="input"
          type="email"
          name="email"
          dir="auto"
          autoComplete="email"
          placeholder={placeholder}
          readOnly={busy}
        />
      </label>
      <Button type="submit" busy={busy}>
        Notify Me
      </Button>
    </form>
  );
}

async function join(item: string, email: string): Promise<void> {
  try {
    const { good, text } = outcomeOf(await joinWaitlist(item, email));
    toast[good ? "success" : "error"](text);
  } catch (error) {
    console.error("joining the waitlist failed", error);
    toast.error("Error adding to waitlist");
  }
}
