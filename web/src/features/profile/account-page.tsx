import type { ReactNode } from "react";
import { BackLink } from "@/ui/back-link";
import { PageTitle } from "@/ui/page-title";
import { Sidebar, type SidebarProps } from "./sidebar";

type Props = SidebarProps & {
  title: string;
  /** A line under the title. */
  lead?: string;
  children: ReactNode;
};

/** A page of the account: its sidebar, the way back, its title, and its sections. */
export function AccountPage({ title, lead, children, ...sidebar }: Props) {
  return (
    <div className="acct">
      <Sidebar {...sidebar} />
      <main id="main" className="acct-main">
        <div>
          <BackLink to={sidebar.homePath} />
          <PageTitle>{title}</PageTitle>
          {lead && <p className="acct-lead">{lead}</p>}
        </div>
        {children}
      </main>
    </div>
  );
}
