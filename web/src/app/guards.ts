import { type LoaderFunctionArgs, redirect } from "react-router";
import { getToken } from "@/api/session";
import { awaitsOwner, isPersonal } from "@/lib/house";
import { keepRequest } from "./connect-request";
import { paths, signInFor } from "./paths";

/** "/" has no page of its own. */
export function chooseEntry() {
  if (getToken()) return redirect(paths.home);
  if (isPersonal()) return redirect(awaitsOwner() ? paths.signUp : paths.signIn);
  return redirect(paths.welcome);
}

/** Redirects visitors away from pages for signed-in users. */
export function needToken() {
  return getToken() ? null : redirect(paths.signIn);
}

/** Like needToken, but sign-in leads back to this path, which needs no escaping. */
export function needTokenFor(path: string) {
  return () => (getToken() ? null : redirect(`${paths.signIn}?redirect=${path}`));
}

/** Keeps what a program asks for, and leads to sign-in, from where it goes on. */
export function needTokenToConnect({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).search.slice(1);
  if (query) keepRequest(query);
  return getToken() ? null : redirect(signInFor(paths.connect));
}

/** Redirects signed-in users away from pages for visitors. */
export function needNoToken() {
  return getToken() ? redirect(paths.home) : null;
}

/** Loads the sign-in page with its redirect target. A signed-in user is redirected there at once. */
export function leadOn(targetOf: (wanted: string | null) => string) {
  return ({ request }: LoaderFunctionArgs) => {
    const target = targetOf(new URL(request.url).searchParams.get("redirect"));
    if (getToken()) return redirect(target);
    return awaitsOwner() ? redirect(paths.signUp) : target;
  };
}
