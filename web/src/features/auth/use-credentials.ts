import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { ownDrafts } from "@/api/draft";
import { messageOf, statusOf } from "@/api/errors";
import { setToken } from "@/api/session";
import { toast } from "@/ui/toast";
import { type CredentialErrors, type Credentials, check } from "./model";

/** The delay from success to the next page, in milliseconds, so that the toast can be read. */
const REDIRECT_AFTER = 1000;

/** The field that repeats the server's message: 401 concerns the password, 409 the username. */
const FIELD_OF_STATUS: Record<number, keyof Credentials> = { 401: "password", 409: "username" };

export interface Submission {
  send: (credentials: Credentials) => Promise<string>;
  success: string;
  /** The title of the toast on failure. */
  failure: string;
  onDone: () => void;
}

/** The form of sign-in and sign-up: validates, sends once, stores the token, shows a toast, redirects a second later. */
export function useCredentials({ send, success, failure, onDone }: Submission) {
  const [typed, setTyped] = useState<Credentials>({ username: "", password: "" });
  const [tried, setTried] = useState(false);
  const [stage, setStage] = useState<"typing" | "sending" | "done">("typing");
  const [refused, setRefused] = useState<CredentialErrors>({});
  const sending = useRef(false);

  const leave = useEffectEvent(onDone);
  useEffect(() => {
    if (stage !== "done") return;
    const timer = setTimeout(leave, REDIRECT_AFTER);
    return () => clearTimeout(timer);
  }, [stage]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const credentials = read(form);
    setTyped(credentials);
    setTried(true);
    if (focusFirst(form, check(credentials))) return;
    // The button is disabled only with the next render, so a second press is ignored here.
    if (sending.current) return;
    sending.current = true;
    setStage("sending");
    try {
      const token = await send(credentials);
      setToken(token);
      ownDrafts(credentials.username);
      toast.success(success);
      setStage("done");
    } catch (error) {
      sending.current = false;
      setStage("typing");
      // The specification has one default message for sign-in and sign-up.
      const message = messageOf(error, "Sign up failed");
      toast.error(failure, { description: message });
      const field = FIELD_OF_STATUS[statusOf(error) ?? 0];
      if (!field) return;
      setRefused({ [field]: message });
      form.querySelector<HTMLInputElement>(`[name="${field}"]`)?.focus();
    }
  }

  return {
    /** A ref for the form. Its fields are uncontrolled, so that password managers can fill them. */
    form: {
      onSubmit: submit,
      onChange: (event: FormEvent<HTMLFormElement>) => {
        setTyped(read(event.currentTarget));
        setRefused({});
      },
    },
    errors: tried ? { ...check(typed), ...refused } : {},
    typed,
    busy: stage !== "typing",
  };
}

function read(form: HTMLFormElement): Credentials {
  const data = new FormData(form);
  return { username: String(data.get("username")), password: String(data.get("password")) };
}

/** Focuses the first field with an error. Returns false if there is none. */
function focusFirst(form: HTMLFormElement, errors: CredentialErrors): boolean {
  const name = Object.keys(errors)[0];
  if (!name) return false;
  form.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus();
  return true;
}
