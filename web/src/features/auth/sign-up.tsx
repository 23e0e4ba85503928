import { Link } from "react-router";
import { signUp } from "./api";
import { CredentialsForm } from "./credentials-form";

interface SignUpProps {
  onDone: () => void;
  signInPath: string;
}

export function SignUp({ onDone, signInPath }: SignUpProps) {
  return (
    <CredentialsForm
      errand={{ send: signUp, success: "Account created", failure: "Sign up error", onDone }}
      heading="Start remembering."
      lead="Free, and no card needed."
      action="Create account"
      fresh
      alternative={
        <>
          Have an account?{" "}
          <Link className="link" to={signInPath}>
            Sign in
          </Link>
        </>
      }
    />
  );
}
