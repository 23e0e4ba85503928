import { type FormEvent, useRef, useState } from "react";
import { reasonOf } from "./attempt";

/** Sends a form, once at a time, and holds why the server refused it. */
export function useSubmit(what: string, fallback: string) {
  const [refused, refuse] = useState<string>();
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);

  async function submit(event: FormEvent, send: () => Promise<unknown>): Promise<void> {
    event.preventDefault();
    // The button is disabled only with the next render, so a second press is ignored here.
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    refuse(undefined);
    try {
      await send();
    } catch (error) {
      refuse(reasonOf(what, error, fallback));
    }
    sending.current = false;
    setBusy(false);
  }

  return { busy, refused, refuse, submit };
}
