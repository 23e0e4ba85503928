import { Outlet, useLocation } from "react-router";
import { PublicHeader } from "@/features/landing/public-header";
import { paths } from "../paths";
import { isPublicPage, publicHead } from "../public-heads";
import { useFocusFollows } from "../use-focus-follows";

export const handle = publicHead;

/** The bar over the pages of public content. The page for an address that leads nowhere has its own. */
export function Component() {
  const { pathname } = useLocation();
  useFocusFollows();
  return (
    <>
      {isPublicPage(pathname) && (
        <PublicHeader homePath={paths.home} welcomePath={paths.welcome} signInPath={paths.signIn} />
      )}
      <Outlet />
    </>
  );
}
