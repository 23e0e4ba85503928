import Lock from "lucide-react/icons/lock";
import User from "lucide-react/icons/user";
import { type ReactNode, useId } from "react";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import { PageTitle } from "@/ui/page-title";
import { PasswordField } from "./password-field";
import { Rules } from "./rules";
import { type Submission, useCredentials } from "./use-credentials";

interface CredentialsFormProps {
  submission: Submission;
  heading: string;
  lead: string;
  action: string;
  /** The heading above the form. */
  notice?: ReactNode;
  /** Set on sign-up: the password manager offers a new password, and the rules are listed. */
  fresh?: boolean;
  /** The link to the other form. */
  alternative: ReactNode;
  /** Stands at the side: another way than the form. */
  beside?: ReactNode;
}

export function CredentialsForm({
  submission,
  heading,
  lead,
  action,
  notice,
  fresh = false,
  alternative,
  beside,
}: CredentialsFormProps) {
  const rules = useId();
  const { form, errors, typed, busy } = useCredentials(submission);
  const box = (
    <>
      <PageTitle>{heading}</PageTitle>
      <p>{lead}</p>
      {notice}
      <form {...form} noValidate>
        <Field
          name="username"
          label="Username"
          icon={<User className="i" />}
          error={errors.username}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          describedBy={fresh ? rules : undefined}
        />
        <PasswordField
          name="password"
          icon={<Lock className="i" />}
          error={errors.password}
          autoComplete={fresh ? "new-password" : "current-password"}
          describedBy={fresh ? rules : undefined}
        />
        {fresh && <Rules id={rules} {...typed} />}
        <Button type="submit" size="large" block busy={busy}>
          {action}
        </Button>
      </form>
      {alternative && <p className="auth-alt">{alternative}</p>}
    </>
  );
  if (!beside) {
    return (
      <main id="main" className="auth-box">
        {box}
      </main>
    );
  }
  return (
    <main id="main" className="auth-pair">
      <div className="auth-box">{box}</div>
      {beside}
    </main>
  );
}
