import { useId } from "react";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import { Banner } from "@/ui/section";
import { usePasswordForm } from "./use-password-form";

/** Changes the password. The username field is for password managers, which save the new password under it. */
export function PasswordForm({ username }: { username: string | undefined }) {
  const { onSubmit, outcome, busy } = usePasswordForm();
  const rules = useId();
  return (
    <div>
      <div role="alert">{outcome?.good === false && <Banner {...outcome} />}</div>
      <div role="status">{outcome?.good && <Banner {...outcome} />}</div>
      <form onSubmit={onSubmit}>
        <input className="hidden" type="text" autoComplete="username" value={username ?? ""} readOnly tabIndex={-1} />
        <Password name="current" label="Current Password" autoComplete="current-password" />
        <div className="two">
          <Password name="fresh" label="New Password" autoComplete="new-password" aria-describedby={rules} />
          <Password name="confirmed" label="Confirm New Password" autoComplete="new-password" />
        </div>
        <p className="hint" id={rules}>
          8 to 20 characters, with an uppercase and a lowercase letter, a number and a special character.
        </p>
        <Button type="submit" look="secondary" busy={busy}>
          Update Password
        </Button>
      </form>
    </div>
  );
}

type PasswordProps = { name: string; label: string; autoComplete: string; "aria-describedby"?: string };

function Password(props: PasswordProps) {
  return <Field {...props} type="password" required autoCapitalize="none" spellCheck={false} />;
}
