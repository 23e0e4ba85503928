import { Check, Circle } from "lucide-react";
import { passwordRules } from "./model";

/** What a password needs, ticked off while it is typed. */
export function PasswordRules({ password }: { password: string }) {
  return (
    <ul className="rules" aria-label="What a password needs">
      {passwordRules(password).map(({ words, met }) => (
        <li key={words} className={met ? "ok" : undefined}>
          {met ? <Check className="i i-s" /> : <Circle className="i i-s" />}
          <span>
            {words}
            {met && <span className="vh">, done</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
