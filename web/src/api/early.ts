import { getToken } from "./session";

declare global {
  interface Window {
    /** What public/early.js has asked for, by path and query, and with which token. What is known of it came with a 200. */
    early?: { token: string; answers: Record<string, Promise<Response>>; known: Record<string, unknown> };
  }
}

/** The answer to a call that was made before the app was there. It is given once: the next call is made anew. */
export function takeEarly(request: Request): Promise<Response> | undefined {
  const { early } = window;
  if (!early || request.method !== "GET" || request.headers.get("authorization") !== early.token) return undefined;
  const { pathname, search } = new URL(request.url);
  const answer = early.answers[pathname + search];
  delete early.answers[pathname + search];
  return answer;
}

/**
 * What such an answer holds, if it has come already: for what is drawn first. It is given in the place of the answer, once:
 * the next call is made anew.
 */
export function takeKnown(path: string): unknown {
  const { early } = window;
  if (!early || early.token !== getToken()) return undefined;
  const known = early.known[path];
  if (known === undefined) return undefined;
  delete early.known[path];
  delete early.answers[path];
  return known;
}
