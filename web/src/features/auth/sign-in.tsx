import Clock from "lucide-react/icons/clock";
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { signUpPolicy } from "@/lib/house";
import { ButtonLink } from "@/ui/button";
import { signIn } from "./api";
import { CredentialsForm } from "./credentials-form";

interface SignInProps {
  /** Set if the session expired while a page was open. */
  ended?: boolean;
  /** Set if the visitor probably has no account yet, so sign-up is offered first. */
  newcomer?: boolean;
  onDone: () => void;
  signUpPath: string;
}

export function SignIn({ ended = false, newcomer = false, onDone, signUpPath }: SignInProps) {
  return (
    <CredentialsForm
      submission={{ send: signIn, success: "Signed in", failure: "Sign in error", onDone }}
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

/** Shown above the form, because new visitors can't use it. */
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
  // The focused element went away with its page, so the focus moves to the line that says why.
  useEffect(() => line.current?.focus(), []);
  return (
    <p ref={line} tabIndex={-1} className="banner">
      <Clock className="i" />
      Your session has ended. Please sign in again.
    </p>
  );
}
