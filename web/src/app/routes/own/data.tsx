import "@/styles/set.css";
import "@/features/profile/profile.css";
import "@/features/leaving/leaving.css";
import { useNavigate } from "react-router";
import { Export, Leave } from "@/features/leaving";
import "@/features/imports/imports.css";
import { Imports } from "@/features/imports";
import "@/features/usage/usage.css";
import "@/features/mailbox/mailbox.css";
import "@/features/readers/readers.css";
import "@/features/webhooks/webhooks.css";
import { Mailbox } from "@/features/mailbox";
import { AccountPage, Kept } from "@/features/profile";
import { PrivateFeeds } from "@/features/readers";
import { Anywhere } from "@/features/save";
import { useUser } from "@/features/shell";
import { ByDay, Logs, Space } from "@/features/usage";
import { Webhooks } from "@/features/webhooks";
import { accountPaths } from "../../account-paths";
import { Commands } from "../../commands";
import type { Head } from "../../head";
import { paths } from "../../paths";
import { PrivateData } from "../../private-data";

export const handle: Head = { title: "Your data", description: "What you bring in, take out, and leave behind." };

export function Component() {
  return (
    <PrivateData>
      <Page />
      <Commands />
    </PrivateData>
  );
}

function Page() {
  const user = useUser();
  const navigate = useNavigate();
  return (
    <AccountPage
      {...accountPaths}
      here="data"
      title="Your data"
      lead="Bring it in, take it out, throw it away. All of it is yours."
      user={user}
    >
      <Anywhere savePath={paths.save} />
      <Imports />
      <Export />
      <PrivateFeeds />
      <Webhooks />
      <Mailbox />
      <Kept />
      <ByDay />
      <Space />
      <Logs pathOf={paths.memory} historyPath={`${paths.profile}#security`} />
      <Leave username={user?.username} onGone={() => void navigate(paths.root, { replace: true })} />
    </AccountPage>
  );
}
