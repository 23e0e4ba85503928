import { lazy, Suspense } from "react";
import { isPersonal } from "@/lib/house";
import { mailDraft } from "@/lib/mail-draft";
import { Boundary } from "@/ui/boundary";
import { Section, Waiting } from "@/ui/section";
import { Skeleton } from "@/ui/skeleton";
import { AccountPage } from "./account-page";
import { Apps } from "./apps/apps";
import { Email } from "./email";
import { History } from "./history";
import { Membership } from "./membership";
import type { User } from "./model";
import { PasswordForm } from "./password-form";
import { Sessions } from "./sessions";
import type { AccountPaths } from "./sidebar";
import { UsageBars } from "./usage-bars";

const Tokens = lazy(() => import("./tokens/tokens"));

type Props = AccountPaths & {
  upgradePath: string;
  /** Undefined while loading. */
  user: User | undefined;
  /** Refetches the user for the whole app. */
  refreshUser: () => Promise<unknown>;
};

/** The user's account, sessions, password and plan. */
export function Profile({ upgradePath, user, refreshUser, ...paths }: Props) {
  return (
    <AccountPage {...paths} here="profile" title="Profile" user={user}>
      <Section
        id="profile"
        title="About you"
        lead="Your name greets you. Nothing is sent to your email, and you sign in without it."
      >
        <div className="two who-two">
          <dl className="who">
            <dt className="label">Username</dt>
            <dd dir="auto">{user?.username ?? <Waiting />}</dd>
          </dl>
          <Email user={user} refreshUser={refreshUser} />
        </div>
        <UsageBars />
      </Section>
      <Section
        id="security"
        title="Security"
        lead="A new password signs out every other device and ends every API token and connected app."
      >
        <PasswordForm username={user?.username} />
        <Sessions />
        <Boundary name="the tokens" of={Tokens} fallback={null}>
          <Suspense fallback={<Skeleton className="h-16" />}>
            <Tokens />
          </Suspense>
        </Boundary>
        <Apps />
        <History />
      </Section>
      {!isPersonal() && (
        <Section id="subscription" title="Subscription" lead="What you keep stays yours on every plan.">
          <Membership user={user} upgradePath={upgradePath} refreshUser={refreshUser} />
        </Section>
      )}
      {user && (
        <p className="support">
          Something wrong? Contact{" "}
          <a className="link" href={mailDraft(user.supportEmail)}>
            {user.supportEmail}
          </a>
        </p>
      )}
    </AccountPage>
  );
}
