import CircleAlert from "lucide-react/icons/circle-alert";
import CloudUpload from "lucide-react/icons/cloud-upload";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useToken } from "@/api/session";
import { Brand } from "@/ui/brand";
import { ButtonLink } from "@/ui/button";
import { type Begun, nameOf, thingsOf } from "./model";
import { SaveForm } from "./save-form";
import { type Missed, useBegun } from "./use-begun";
import { useWaiting } from "./use-waiting";
import { WaitingList } from "./waiting-list";

type Props = {
  homePath: string;
  memoryPath: (id: string) => string;
  /** Sign-in, and then the way back to a path. */
  signInPath: (back: string) => string;
  /** Undefined where accounts are made by invitation alone. */
  signUpPath: string | undefined;
  /** Shown in the upper right corner. */
  corner: ReactNode;
};

/** Shows what was handed over, and asks before it saves: a page can open this address with whatever it likes. */
export function SavePage({ homePath, memoryPath, signInPath, signUpPath, corner }: Props) {
  const arrived = useBegun();
  const token = useToken();
  return (
    <div className="save">
      <header className="auth-top">
        <Brand to={homePath} />
        {corner}
      </header>
      <main id="main" className="save-box">
        {arrived && "missed" in arrived && <Nothing missed={arrived.missed} homePath={homePath} />}
        {arrived && "begun" in arrived && token && (
          <SaveForm key={arrived.id} {...arrived} homePath={homePath} memoryPath={memoryPath} />
        )}
        {arrived && "begun" in arrived && !token && (
          <SignedOut
            begun={arrived.begun}
            signInPath={signInPath(arrived.id ? `/save?shared=${arrived.id}` : "/save")}
            signUpPath={signUpPath}
          />
        )}
        {token && <Waits />}
      </main>
    </div>
  );
}

const MISSED: Record<Missed, string> = {
  lost: "Your browser had put Engram aside and it did not arrive. Please share it once more.",
  size: "That is more than can be shared at once: 20 files, 200 MB together. Please share less of it.",
  gone: "There is nothing more to save here. It is saved, or it waits below.",
};

function Nothing({ missed, homePath }: { missed: Missed; homePath: string }) {
  return (
    <>
      <h1>Nothing to save</h1>
      <p className="banner" role="status">
        <CircleAlert className="i" />
        {MISSED[missed]}
      </p>
      <ButtonLink look="secondary" to={homePath}>
        Back to Home
      </ButtonLink>
    </>
  );
}

function SignedOut({
  begun,
  signInPath,
  signUpPath,
}: {
  begun: Begun;
  signInPath: string;
  signUpPath: string | undefined;
}) {
  const things = thingsOf(begun);
  return (
    <>
      <h1>Save to Engram</h1>
      {things.length > 0 && (
        <>
          <ul className="save-things">
            {things.map((thing) => (
              <li key={nameOf(thing)} dir="auto">
                {nameOf(thing)}
              </li>
            ))}
          </ul>
          <p className="banner" role="status">
            <CloudUpload className="i" />
            It is kept on this device. Sign in to save it.
          </p>
        </>
      )}
      <div className="acts">
        <ButtonLink to={signInPath}>Sign in</ButtonLink>
        {signUpPath && (
          <Link className="link save-other" to={signUpPath}>
            Make an account
          </Link>
        )}
      </div>
    </>
  );
}

function Waits() {
  const waiting = useWaiting();
  return waiting.length > 0 ? <WaitingList waiting={waiting} /> : null;
}
