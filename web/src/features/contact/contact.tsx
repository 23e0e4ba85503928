import LifeBuoy from "lucide-react/icons/life-buoy";
import Users from "lucide-react/icons/users";
import type { ReactNode } from "react";
import { mailDraft } from "@/lib/mail-draft";
import { PageTitle } from "@/ui/page-title";
import { useContact } from "./api";

/** Shows the support address. */
export function Contact({ repositoryUrl }: { repositoryUrl: string }) {
  const { supportEmail, salesEmail } = useContact();
  return (
    <main id="main" className="write lamp">
      <header>
        <PageTitle>Contact</PageTitle>
        <p className="lead">How to reach the people who run this Engram.</p>
      </header>
      <div className="write-to">
        <Desk icon={<LifeBuoy className="i i-l" />} title="Support" email={supportEmail}>
          Something is wrong, or you want your data: say what you did, what you saw, and your username. Never your
          password.
        </Desk>
        <Desk icon={<Users className="i i-l" />} title="Sales" email={salesEmail}>
          The Enterprise plan for a team: how many you are, and what you keep.
        </Desk>
      </div>
      <noscript>
        <p>
          This browser runs no scripts, so these are the addresses that Engram comes with.{" "}
          <a className="link" href="/api/v1/contact">
            Those of this server
          </a>{" "}
          may be others.
        </p>
      </noscript>
      <p className="muted text-14">
        Found a fault in the program? Report it in the open,{" "}
        <a className="link" href={repositoryUrl} rel="noreferrer">
          beside its source code
        </a>
        .
      </p>
    </main>
  );
}

type DeskProps = { icon: ReactNode; title: string; email: string; children: ReactNode };

function Desk({ icon, title, email, children }: DeskProps) {
  return (
    <section className="desk">
      {icon}
      <h2>{title}</h2>
      <a className="link" href={mailDraft(email)}>
        {email}
      </a>
      <p>{children}</p>
    </section>
  );
}
