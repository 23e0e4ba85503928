import { BackLink } from "@/ui/back-link";
import { PageTitle } from "@/ui/page-title";
import { Backups } from "./backups";
import { Invitations } from "./invitations";
import { Jobs } from "./jobs";
import { People } from "./people";
import { ThisEngram } from "./this-engram";

/** The whole Engram, for its owners: how it is, who is here, who may come, what is backed up, what failed. */
export function Admin({ homePath }: { homePath: string }) {
  return (
    <main id="main" className="set-page admin">
      <BackLink to={homePath} />
      <PageTitle>Admin</PageTitle>
      <ThisEngram />
      <People />
      <Invitations />
      <Backups />
      <Jobs />
    </main>
  );
}
