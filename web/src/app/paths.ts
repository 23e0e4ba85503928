/** Every address of the app. */
export const paths = {
  root: "/",
  home: "/home",
  /** A memory opened over the grid. */
  memory: (id: string) => `/home/memory/${encodeURIComponent(id)}`,
  profile: "/profile",
  upgrade: "/upgrade",
  auth: "/auth",
  signIn: "/auth/signin",
  signUp: "/auth/signup",
} as const;

/** The project's repository. */
export const REPOSITORY_URL = "https://github.com/engram/engram";

/** Sign-in that leads back to where somebody was. */
export function signInFor(path: string): string {
  return `${paths.signIn}?redirect=${encodeURIComponent(path)}`;
}
