import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { ownDrafts } from "@/api/draft";
import { messageOf, statusOf } from "@/api/errors";
import { setToken } from "@/api/session";
import { toast } from "@/ui/toast";
import { type CredentialErrors, type Credentials, check } from "./model";

/** From success to the next page, in milliseconds: long enough to read the toast. */
const REDIRECT_AFTER = 1000;

/** The field under which the server's reason is said as well: what is wrong, and what is taken. */
const BLAMED: Record<number, keyof Credentials> = { 401: "password", 409: "username" };

export interface Errand {
  send: (credentials: Credentials) => Promise<string>;
  success: string;
  /** Title of the toast when it fails. */
  failure: string;
  onDone: () => void;
}

/** The form of sign-in and sign-up: checks, sends once, keeps the token, tells, and leaves a second later. */
export function useCredentials({ send, success, failure, onDone }: Errand) {
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
    // A second press can arrive before the busy button is on the screen.
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
      // These very words, on sign-in as well: the specification has one default for both.
      const message = messageOf(error, "Sign up failed");
      toast.error(failure, { description: message });
      const field = BLAMED[statusOf(error) ?? 0];
      if (!field) return;
      setRefused({ [field]: message });
      form.querySelector<HTMLInputElement>(`[name="${field}"]`)?.focus();
    }
  }

  return {
    /** For the form itself: its fields keep their own text, so that a password manager may fill them. */
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

/** Puts the focus on the first field with an error; false when there is none. */
function focusFirst(form: HTMLFormElement, errors: CredentialErrors): boolean {
  const name = Object.keys(errors)[0];
  if (!name) return false;
  form.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus();
  return true;
}
