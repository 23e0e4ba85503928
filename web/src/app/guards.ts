import { type LoaderFunctionArgs, redirect } from "react-router";
import { getToken } from "@/api/session";
import { paths } from "./paths";

/** "/" has no page of its own. */
export function chooseEntry() {
  return redirect(getToken() ? paths.home : paths.welcome);
}

/** For pages of a signed-in person. */
export function needToken() {
  return getToken() ? null : redirect(paths.signIn);
}

/** The same, for a page to which sign-in leads back: its path stands as it is, none of it needs an escape. */
export function needTokenFor(path: string) {
  return () => (getToken() ? null : redirect(`${paths.signIn}?redirect=${path}`));
}

/** For pages that make no sense to somebody already signed in. */
export function needNoToken(target: (args: LoaderFunctionArgs) => string) {
  return (args: LoaderFunctionArgs) => (getToken() ? redirect(target(args)) : null);
}
