import "@/styles/set.css";
import "@/features/profile/profile.css";
import "@/features/feeds/feeds.css";
import { Feeds } from "@/features/feeds";
import { AccountPage } from "@/features/profile";
import { useUser } from "@/features/shell";
import { wordOf } from "@/memory/filter/words";
import { accountPaths } from "../../account-paths";
import { Commands } from "../../commands";
import type { Head } from "../../head";
import { paths } from "../../paths";
import { PrivateData } from "../../private-data";

export const handle: Head = { title: "Feeds", description: "The sites that you follow, saved as they publish." };

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
  return (
    <AccountPage
      {...accountPaths}
      here="feeds"
      title="Feeds"
      lead="What others publish, kept apart from what you chose."
      user={user}
    >
      <Feeds listPath={paths.filtered(wordOf("is", "feed"))} importPath={paths.import} />
    </AccountPage>
  );
}
