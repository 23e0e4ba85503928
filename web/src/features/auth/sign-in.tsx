import { Clock } from "lucide-react";
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { signIn } from "./api";
import { CredentialsForm } from "./credentials-form";

interface SignInProps {
  /** A session ended while its page was open. */
  ended?: boolean;
  onDone: () => void;
  signUpPath: string;
}

export function SignIn({ ended = false, onDone, signUpPath }: SignInProps) {
  return (
    <CredentialsForm
      errand={{ send: signIn, success: "Signed in", failure: "Sign in error", onDone }}
      heading="Welcome back."
      lead="Your memories are where you left them."
      action="Sign in"
      notice={ended && <Ended />}
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

function Ended() {
  const line = useRef<HTMLParagraphElement>(null);
  // What had the focus went with its page: it goes on from here, where it is said why.
  useEffect(() => line.current?.focus(), []);
  return (
    <p ref={line} tabIndex={-1} className="banner">
      <Clock className="i" />
      Your session has ended. Please sign in again.
    </p>
  );
}
