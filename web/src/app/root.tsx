import { type Location, Outlet, ScrollRestoration, useLocation } from "react-router";
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
      <a className="skip" href={pathname.includes("/memory/") ? "#opened" : "#main"}>
        Skip to content
      </a>
      <Outlet />
      <Toasts theme={theme} />
      {/* The dashboard finds its own way back: its cards have no place before they are measured. */}
      {!pathname.startsWith(paths.home) && <ScrollRestoration getKey={placeOf} />}
    </>
  );
}

/** Under what a place is remembered. Addresses that were typed have one key together, and may differ in their hash. */
function placeOf({ key, hash }: Location): string {
  return key + hash;
}
