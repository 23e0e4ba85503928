import { UPGRADE_PATH } from "@/lib/upgrade-path";

/** Every address of the app. */
export const paths = {
  root: "/",
  welcome: "/welcome",
  home: "/home",
  /** A memory opened over the grid. */
  memory: (id: string) => `/home/memory/${encodeURIComponent(id)}`,
  /** The memories that a filter keeps, given in words. */
  filtered: (filter: string) => `/home?${new URLSearchParams({ filter })}`,
  conversations: "/conversations",
  conversation: (id: string) => `/conversations/${encodeURIComponent(id)}`,
  /** A memory opened over a conversation. */
  cited: (conversation: string, id: string) => `${paths.conversation(conversation)}/memory/${encodeURIComponent(id)}`,
  highlights: "/highlights",
  /** A memory at a mark of it, opened over the grid. */
  mark: (id: string, mark: string) => `/home/memory/${encodeURIComponent(id)}#mark-${encodeURIComponent(mark)}`,
  /** The same over the page of all marks, which has filters in its search. */
  marked: (id: string, mark: string, search: string) =>
    `/highlights/memory/${encodeURIComponent(id)}${search}#mark-${encodeURIComponent(mark)}`,
  /** Asks whether to save what was handed over, and lists what waits to be sent. */
  save: "/save",
  profile: "/profile",
  data: "/profile/data",
  import: "/profile/data#import",
  feeds: "/profile/feeds",
  settings: "/settings",
  admin: "/admin",
  upgrade: UPGRADE_PATH,
  success: "/subscription/success",
  contact: "/contact",
  policies: "/policies",
  privacy: "/policies/privacy-policy",
  terms: "/policies/terms-of-service",
  cookies: "/policies/cookie-policy",
  documentation: "/policies/documentation",
  apiReference: "/policies/api-reference",
  blog: "/policies/blog",
  community: "/policies/community",
  /** The page on which a program is connected: the authorization endpoint of OAuth. */
  connect: "/oauth/authorize",
  auth: "/auth",
  signIn: "/auth/signin",
  signUp: "/auth/signup",
} as const;

/** The project's repository. */
export const REPOSITORY_URL = "https://github.com/engram/engram";

/** The product's profile on a social network. */
export const SOCIAL_URL = "https://bsky.app/profile/engram.app";

/** The location state of the sign-in page: why the user is there. */
export type SignInState = { ended?: boolean; newcomer?: boolean };

/** The address of sign-in that leads back to a path. */
export function signInFor(path: string): string {
  return `${paths.signIn}?redirect=${encodeURIComponent(path)}`;
}
