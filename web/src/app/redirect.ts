import { matchRoutes, type RouteObject } from "react-router";
import { paths } from "./paths";

/**
 * Where `?redirect=` may lead: a path of our own router, else home. A stranger writes this parameter, so whatever a
 * browser could read as another site (a scheme, `//host`, `/\host`, either one percent-encoded, control characters
 * that it drops) is refused before the router is asked.
 */
export function safeRedirect(wanted: string | null, routes: RouteObject[]): string {
  if (!wanted?.startsWith("/") || isAmbiguous(wanted)) return paths.home;
  const url = new URL(wanted, window.location.origin);
  if (url.origin !== window.location.origin) return paths.home;
  const leaf = matchRoutes(routes, url.pathname)?.at(-1)?.route;
  if (!leaf || leaf.path === "*") return paths.home;
  return url.pathname + url.search + url.hash;
}

function isAmbiguous(wanted: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
  return /^\/[/\\]|\\|[\u0000-\u0020\u007f]|%(?:2f|5c|0|1|7f)/i.test(wanted);
}
