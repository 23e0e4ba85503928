import { useEffect } from "react";
import { Outlet, ScrollRestoration, useLocation, useMatches } from "react-router";
import { useTheme } from "@/features/theme";
import { Toasts } from "@/ui/toasts";
import { paths } from "./paths";

/** What stands round every page: its title, a way past the header, and the toasts. */
export function Root() {
  useTitle();
  const { theme } = useTheme();
  const { pathname } = useLocation();
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Outlet />
      <Toasts theme={theme} />
      {/* The dashboard finds its own way back: its cards have no place before they are measured. */}
      {!pathname.startsWith(paths.home) && <ScrollRestoration />}
    </>
  );
}

function useTitle() {
  const title = useMatches()
    .map((match) => (match.handle as { title?: string } | undefined)?.title)
    .findLast((found) => found !== undefined);
  useEffect(() => {
    document.title = title ? `${title}, Engram` : "Engram";
  }, [title]);
}
