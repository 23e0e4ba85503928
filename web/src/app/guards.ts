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
export function needNoToken() {
  return getToken() ? redirect(paths.home) : null;
}

/** For the page of sign-in, which learns where it leads: there at once, for somebody already signed in. */
export function leadOn(targetOf: (wanted: string | null) => string) {
  return ({ request }: LoaderFunctionArgs) => {
    const target = targetOf(new URL(request.url).searchParams.get("redirect"));
    return getToken() ? redirect(target) : target;
  };
}
