import Clock from "lucide-react/icons/clock";
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { signUpPolicy } from "@/lib/house";
import { ButtonLink } from "@/ui/button";
import { signIn } from "./api";
import { CredentialsForm } from "./credentials-form";

interface SignInProps {
  /** A session ended while its page was open. */
  ended?: boolean;
  /** Somebody who wants to try it, and has no account as yet. */
  newcomer?: boolean;
  onDone: () => void;
  signUpPath: string;
}

export function SignIn({ ended = false, newcomer = false, onDone, signUpPath }: SignInProps) {
  return (
    <CredentialsForm
      errand={{ send: signIn, success: "Signed in", failure: "Sign in error", onDone }}
      heading={newcomer ? "Welcome to Engram." : "Welcome back."}
      lead={newcomer ? "Free, and no card needed." : "Your memories are where you left them."}
      action="Sign in"
      notice={ended ? <Ended /> : newcomer && <Newcomer signUpPath={signUpPath} />}
      alternative={
        !newcomer &&
        signUpPolicy() === "open" && (
          <>
            New here?{" "}
            <Link className="link" to={signUpPath}>
              Make an account
            </Link>
          </>
        )
      }
    />
  );
}

/** What somebody new is looking for stands before the form that is of no use to them. */
function Newcomer({ signUpPath }: { signUpPath: string }) {
  return (
    <div className="auth-new">
      <ButtonLink to={signUpPath} size="large" block>
        Make an account
      </ButtonLink>
      <p>Or sign in, if you have one:</p>
    </div>
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
