import { Link } from "react-router";
import { signIn } from "./api";
import { CredentialsForm } from "./credentials-form";

interface SignInProps {
  onDone: () => void;
  signUpPath: string;
}

export function SignIn({ onDone, signUpPath }: SignInProps) {
  return (
    <CredentialsForm
      errand={{ send: signIn, success: "Signed in", failure: "Sign in error", onDone }}
      heading="Welcome back."
      lead="Your memories are where you left them."
      action="Sign in"
      alternative={
        <>
          New here?{" "}
          <Link className="link" to={signUpPath}>
            Make an account
          </Link>
        </>
      }
    />
  );
}
