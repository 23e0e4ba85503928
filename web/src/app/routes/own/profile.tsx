import "@/styles/set.css";
import "@/features/profile/profile.css";
import { Navigate, useLocation } from "react-router";
import { Profile } from "@/features/profile";
import { useRefreshUser, useUser } from "@/features/shell";
import { accountPaths } from "../../account-paths";
import { Commands } from "../../commands";
import type { Head } from "../../head";
import { paths } from "../../paths";
import { PrivateData } from "../../private-data";

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
  const { hash } = useLocation();
  const user = useUser();
  const refreshUser = useRefreshUser();
  // They stood here once.
  if (hash === "#privacy") return <Navigate to={`${paths.settings}${hash}`} replace />;
  if (hash === "#data") return <Navigate to={paths.data} replace />;
  return <Profile {...accountPaths} upgradePath={paths.upgrade} user={user} refreshUser={refreshUser} />;
}
