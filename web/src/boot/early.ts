import type { Prefetched } from "@/api/prefetched";
import { getToken } from "@/api/session";

declare global {
  interface Window {
    /** The requests of public/early.js by path and query, the token they carry, and the bodies that arrived with a 200. */
    early?: { token: string; answers: Record<string, Promise<Response>>; known: Record<string, unknown> };
  }
}

/** The answers that public/early.js requested. */
export const early: Prefetched = {
  response(request) {
    const { early } = window;
    if (!early || request.method !== "GET" || request.headers.get("authorization") !== early.token) return undefined;
    const { pathname, search } = new URL(request.url);
    const answer = early.answers[pathname + search];
    delete early.answers[pathname + search];
    return answer;
  },

  body(path) {
    const { early } = window;
    if (!early || early.token !== getToken()) return undefined;
    const known = early.known[path];
    if (known === undefined) return undefined;
    delete early.known[path];
    delete early.answers[path];
    return known;
  },
};
