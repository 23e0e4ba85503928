import Lock from "lucide-react/icons/lock";
import User from "lucide-react/icons/user";
import { type ReactNode, useId } from "react";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import { PageTitle } from "@/ui/page-title";
import { PasswordField } from "./password-field";
import { Rules } from "./rules";
import { type Errand, useCredentials } from "./use-credentials";

interface CredentialsFormProps {
  errand: Errand;
  heading: string;
  lead: string;
  action: string;
  /** Stands over the form. */
  notice?: ReactNode;
  /** A new account: the password manager offers a password, and the rules are listed. */
  fresh?: boolean;
  /** The way to the other form. */
  alternative: ReactNode;
}

export function CredentialsForm({
  errand,
  heading,
  lead,
  action,
  notice,
  fresh = false,
  alternative,
}: CredentialsFormProps) {
  const rules = useId();
  const { form, errors, typed, busy } = useCredentials(errand);
  return (
    <main id="main" className="auth-box">
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
    </main>
  );
}
