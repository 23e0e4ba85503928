import { type FormEvent, useRef, useState } from "react";
import { Button } from "@/ui/button";
import { toast } from "@/ui/toast";
import { joinWaitlist } from "./api";
import { outcomeOf } from "./model";

/** Asks to be told. However an attempt ends, the field is empty after it. */
export function NotifyForm({ item, placeholder }: { item: string; placeholder: string }) {
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // A second press can arrive before the busy button is on the screen.
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
    // Without this page's code "dialog" sends nothing: an address would end up in the one that the browser shows.
    <form className="soon-form" method="dialog" onSubmit={onSubmit}>
      <label className="grow">
        <span className="vh">Email</span>
        {/* Nothing typed while a call is under way would survive it. */}
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
