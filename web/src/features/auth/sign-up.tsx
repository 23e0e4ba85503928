import HardDrive from "lucide-react/icons/hard-drive";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { Link } from "react-router";
import { awaitsOwner, ownerCame, signUpPolicy } from "@/lib/house";
import { signUp } from "./api";
import { CredentialsForm } from "./credentials-form";
import type { Credentials } from "./model";
import { NoEntry } from "./no-entry";
import { useRefusal } from "./use-invitation";

interface SignUpProps {
  /** The token of the invitation link. */
  invitation: string | undefined;
  onDone: () => void;
  signInPath: string;
}

const submission = (send: (credentials: Credentials) => Promise<string>, onDone: () => void) => ({
  send,
  success: "Account created",
  failure: "Sign up error",
  onDone,
});

const Restore = lazy(() => import("./restore"));

export function SignUp(props: SignUpProps) {
  const policy = signUpPolicy();
  if (awaitsOwner()) return <FirstRun {...props} />;
  if (policy === "open") return <Open {...props} />;
  if (policy === "closed") return <NoEntry reason="Sign-up is closed here." {...props} />;
  if (!props.invitation)
    return <NoEntry reason="Sign-up is by invitation here. Please ask the owner for a link." {...props} />;
  return <Invited {...props} />;
}

function Open({ onDone, signInPath }: SignUpProps) {
  return (
    <CredentialsForm
      submission={submission(signUp, onDone)}
      heading="Start remembering."
      lead="Free, and no card needed."
      action="Create account"
      fresh
      alternative={<HaveOne signInPath={signInPath} />}
    />
  );
}

function Invited({ invitation, onDone, signInPath }: SignUpProps) {
  const refusal = useRefusal(invitation);
  if (refusal) return <NoEntry reason={refusal} signInPath={signInPath} />;
  return (
    <CredentialsForm
      submission={submission((credentials) => signUp(credentials, invitation), onDone)}
      heading="You are invited."
      lead="Choose a name and a password. What you save is for you alone."
      action="Create account"
      fresh
      alternative={<HaveOne signInPath={signInPath} />}
    />
  );
}

/** What everyone after the owner needs. */
const OTHERS = { open: "", invite: ", and others come by invitation", closed: ", and no one else can sign up" };

/** Shown while the server has no account. */
function FirstRun({ onDone, signInPath }: SignUpProps) {
  const others = OTHERS[signUpPolicy()];
  const [restored, setRestored] = useState<ReactNode>();
  const done = () => {
    ownerCame();
    onDone();
  };
  if (restored) return restored;
  return (
    <CredentialsForm
      submission={submission(signUp, done)}
      heading="A quiet place to begin."
      lead={`Nobody has an account here yet. The first one made owns this Engram${others}.`}
      action="Make the owner’s account"
      fresh
      alternative={
        <span className="auth-local">
          <HardDrive className="i i-s" />
          What you save is kept on your own server.
        </span>
      }
      beside={
        <Suspense fallback={<div className="auth-restore" />}>
          <Restore signInPath={signInPath} onSent={setRestored} />
        </Suspense>
      }
    />
  );
}

function HaveOne({ signInPath }: { signInPath: string }) {
  return (
    <>
      Have an account?{" "}
      <Link className="link" to={signInPath}>
        Sign in
      </Link>
    </>
  );
}
