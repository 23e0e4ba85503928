import { Outlet, ScrollRestoration, useLocation } from "react-router";
import { useTheme } from "@/features/theme/use-theme";
import { Toasts } from "@/ui/toasts";
import { useHead } from "./head";
import { paths } from "./paths";

/** What stands round every page: its head, a way past the header, and the toasts. */
export function Root() {
  useHead();
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
