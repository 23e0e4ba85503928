declare global {
  interface Window {
    /** What public/early.js has asked for, by path and query, and with which token. */
    early?: { token: string; answers: Record<string, Promise<Response>> };
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
