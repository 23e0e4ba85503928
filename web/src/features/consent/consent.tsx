import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useRef, useState } from "react";
import { logFailure, messageOf, statusOf } from "@/api/errors";
import { Button, ButtonLink } from "@/ui/button";
import { PageTitle } from "@/ui/page-title";
import { Banner } from "@/ui/section";
import { Skeleton } from "@/ui/skeleton";
import { type Asked, decide, type Scope, useAsked, useName } from "./api";

/** What each scope lets a program do, in the order in which they are listed. */
const SCOPES: Record<Scope, { label: string; says: string }> = {
  read: { label: "Read", says: "Search and read everything you saved, with your highlights" },
  ask: { label: "Ask", says: "Ask questions and see the answers" },
  save: { label: "Save", says: "Add pages and notes" },
  edit: { label: "Edit", says: "Tag and change what you saved" },
};

type Props = {
  /** The query of the request, as the program wrote it. */
  query: string;
  homePath: string;
  /** Leads the browser to another address. */
  leave: (address: string) => void;
  onDone: () => void;
};

/** The page on which a person connects a program, or refuses it. */
export function Consent(props: Props) {
  const { asked, refused } = useAsked(props.query);
  return (
    <main id="main" className="auth-box consent">
      {refused ? (
        <Refused
          why={messageOf(refused, "This can't be looked up right now. Please try again.")}
          home={props.homePath}
        />
      ) : asked ? (
        <Loaded asked={asked} {...props} />
      ) : (
        <div role="status" aria-label="Loading what is asked for">
          <Skeleton className="h-64" />
        </div>
      )}
    </main>
  );
}

function Refused({ why, home }: { why: string; home: string }) {
  return (
    <>
      <PageTitle>Not connected</PageTitle>
      <p>{why}</p>
      <ButtonLink to={home} look="secondary" block>
        Go to your memories
      </ButtonLink>
    </>
  );
}

function Loaded({ asked, ...props }: Props & { asked: Asked }) {
  if (asked.problem) {
    return (
      <>
        <PageTitle>Not connected</PageTitle>
        <p>
          <bdi>{asked.name}</bdi> asked in a way that can't be answered: {asked.problem}
        </p>
        <Button look="secondary" block onClick={() => props.leave(asked.back ?? "")}>
          Back to {asked.redirect}
        </Button>
      </>
    );
  }
  return <Question asked={asked} {...props} />;
}

function Question({ asked, query, leave, onDone }: Props & { asked: Asked }) {
  const [scopes, setScopes] = useState<Scope[]>(asked.scopes);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState<"yes" | "no">();
  const [done, setDone] = useState(false);
  const sending = useRef(false);

  async function send(chosen: Scope[] | null) {
    if (sending.current) return;
    if (chosen?.length === 0) {
      setProblem("Please choose at least one thing that it may do");
      return;
    }
    sending.current = true;
    setBusy(chosen ? "yes" : "no");
    try {
      const address = await decide(query, asked.ticket ?? "", chosen);
      onDone();
      setDone(true);
      leave(address);
    } catch (error) {
      if (!statusOf(error)) logFailure("connecting a program", error);
      setProblem(messageOf(error, "That did not work. Please try again."));
    }
    sending.current = false;
    setBusy(undefined);
  }

  if (done) {
    return (
      <>
        <PageTitle>Going on</PageTitle>
        <p>
          Go on in <bdi>{asked.name}</bdi>. You can close this page.
        </p>
      </>
    );
  }
  return (
    <>
      <PageTitle>
        Connect <bdi>{asked.name}</bdi>?
      </PageTitle>
      <Who asked={asked} />
      <Choices asked={asked.scopes} chosen={scopes} onChoose={setScopes} />
      <p className="consent-note">
        What it reads goes to its makers. You can end this at any time under Profile, Security.
      </p>
      <div role="alert">{problem && <Banner good={false} text={problem} />}</div>
      <div className="consent-acts">
        <Button size="large" block busy={busy === "yes"} onClick={() => void send(scopes)}>
          Connect
        </Button>
        <Button size="large" look="secondary" block busy={busy === "no"} onClick={() => void send(null)}>
          Cancel
        </Button>
      </div>
    </>
  );
}

/** Says who asks, where it leads, and as whom one is signed in. */
function Who({ asked }: { asked: Asked }) {
  const name = useName();
  return (
    <>
      <dl className="consent-who">
        <dt>It is described at</dt>
        <dd>{asked.host ?? "no address: it registered itself, and any program could use its name"}</dd>
        <dt>It leads back to</dt>
        <dd>{asked.redirect}</dd>
        <dt>You are</dt>
        <dd dir="auto">{name ?? "…"}</dd>
      </dl>
      {asked.local && (
        <p className="banner">
          <TriangleAlert className="i" />
          This leads to a program on this device, and any program here could claim to be it. Go on only if you have just
          begun this yourself.
        </p>
      )}
    </>
  );
}

type ChoicesProps = { asked: Scope[]; chosen: Scope[]; onChoose: (scopes: Scope[]) => void };

function Choices({ asked, chosen, onChoose }: ChoicesProps) {
  return (
    <fieldset className="consent-scopes">
      <legend>It may</legend>
      {asked.map((scope) => (
        <label key={scope}>
          <input
            type="checkbox"
            checked={chosen.includes(scope)}
            onChange={(event) =>
              onChoose(event.currentTarget.checked ? [...chosen, scope] : chosen.filter((other) => other !== scope))
            }
          />
          <span>
            <b>{SCOPES[scope].label}</b>
            <small>{SCOPES[scope].says}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
