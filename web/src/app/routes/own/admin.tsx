import "@/styles/set.css";
import "@/features/admin/admin.css";
import { Navigate } from "react-router";
import { isOwner } from "@/api/is-owner";
import { Admin } from "@/features/admin";
import { useUser } from "@/features/shell";
import type { Head } from "../../head";
import { paths } from "../../paths";

export const handle: Head = { title: "Admin", description: "People, invitations, storage and jobs, for owners." };

/** Nothing is asked of the server before it is known that this is an owner. */
export function Component() {
  const user = useUser();
  if (user && !isOwner(user)) return <Navigate to={paths.home} replace />;
  return user ? <Admin homePath={paths.home} /> : <main id="main" className="set-page" aria-busy="true" />;
}
