import "@/styles/profile.css";
import { Profile } from "@/features/profile";
import { useRefreshUser, useUser } from "@/features/shell";
import { Commands } from "../commands";
import type { Head } from "../head";
import { paths } from "../paths";
import { PrivateData } from "../private-data";

export const handle: Head = { title: "Profile", description: "Your account, your plan and your password." };

export function Component() {
  return (
    <PrivateData>
      <Page />
      <Commands />
    </PrivateData>
  );
}

function Page() {
  return <Profile homePath={paths.home} upgradePath={paths.upgrade} user={useUser()} refreshUser={useRefreshUser()} />;
}
