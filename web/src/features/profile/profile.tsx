import { ArrowLeft } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link, useLocation } from "react-router";
import { mailDraft } from "@/lib/mail-draft";
import { ButtonLink } from "@/ui/button";
import { Skeleton } from "@/ui/skeleton";
import type { User } from "./model";
import { PasswordForm } from "./password-form";
import { Sidebar } from "./sidebar";

type Props = {
  homePath: string;
  upgradePath: string;
  /** Undefined until it is known. */
  user: User | undefined;
};

/** Who is signed in, how they sign in, and on which plan they are. */
export function Profile({ homePath, upgradePath, user }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key } = useLocation();
  const [arrived] = useState(key);
  useEffect(() => {
    // What led here is gone, and the focus with it. A page that the browser opened has none to lose.
    if (arrived !== "default") heading.current?.focus({ preventScroll: true });
  }, [arrived]);
  return (
    <div className="acct">
      <Sidebar homePath={homePath} user={user} />
      <main id="main" className="acct-main">
        <div>
          <Link className="back" to={homePath}>
            <ArrowLeft className="i i-s" />
            Your memories
          </Link>
          <h1 ref={heading} tabIndex={-1}>
            Profile
          </h1>
        </div>
        <Section id="profile" title="About you" lead="Your name greets you. Your email is for receipts.">
          <dl className="two who">
            <Fact name="Username">{user?.username}</Fact>
            <Fact name="Email">{user && (user.email ?? <span className="muted">No email yet</span>)}</Fact>
          </dl>
        </Section>
        <Section id="security" title="Security" lead="A new password signs out every other device.">
          <PasswordForm username={user?.username} />
        </Section>
        <Section id="subscription" title="Subscription" lead="What you keep stays yours on every plan.">
          <div className="plan-now">
            <dl>
              <dt>Current plan</dt>
              <dd>{user ? user.isPremium ? "Pro" : "Free" : <Waiting />}</dd>
            </dl>
            {user?.isPremium === false && (
              <ButtonLink look="pro" to={upgradePath}>
                Upgrade Pro
              </ButtonLink>
            )}
          </div>
        </Section>
        {user && (
          <p className="support">
            Something wrong? Contact{" "}
            <a className="link" href={mailDraft(user.supportEmail)}>
              {user.supportEmail}
            </a>
          </p>
        )}
      </main>
    </div>
  );
}

type SectionProps = { id: string; title: string; lead: string; children: ReactNode };

function Section({ id, title, lead, children }: SectionProps) {
  return (
    <section className="set" id={id} aria-labelledby={`${id}-title`}>
      <header>
        <h2 id={`${id}-title`}>{title}</h2>
        <p>{lead}</p>
      </header>
      {children}
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="label">{name}</dt>
      <dd dir="auto">{children ?? <Waiting />}</dd>
    </div>
  );
}

function Waiting() {
  return (
    <span role="status" aria-label="Loading">
      <Skeleton className="h-3.5 w-28" />
    </span>
  );
}
