import createClient, { type Middleware } from "openapi-fetch";
import { refusal } from "./errors";
import { noteAnswer, noteFailure } from "./outage";
import { prefetchedResponse } from "./prefetched";
import type { paths } from "./schema";
import { expireToken, getToken } from "./session";

/** Calls whose 401 means wrong credentials rather than an expired session. */
const ANONYMOUS = new Set(["/api/v1/signin", "/api/v1/signup"]);

const session: Middleware = {
  onRequest({ request, schemaPath }) {
    const token = getToken();
    if (token && !ANONYMOUS.has(schemaPath)) request.headers.set("authorization", token);
    return request;
  },
  onResponse({ request, response }) {
    // An answer that the service worker has kept tells nothing of the server (worker/memories.ts).
    if (!response.headers.has("engram-kept")) noteAnswer(response.status);
    const token = request.headers.get("authorization");
    if (response.status === 401 && token) expireToken(token);
  },
  onError({ request, error }) {
    noteFailure(error, request.signal);
  },
};

/** The typed client of Engram's own calls. fetch is looked up at each call, so that tests can stand in for it. */
export const client = createClient<paths>({
  // Prerendering has no location, and makes no calls.
  baseUrl: globalThis.location?.origin ?? "",
  fetch: (request) => prefetchedResponse(request) ?? fetch(request),
});
client.use(session);

interface Answer<T> {
  data?: T | undefined;
  error?: unknown;
  response: Response;
}

/** The data of an answered call; throws an ApiError when the server refused. */
export async function unwrap<T>(call: Promise<Answer<T>>): Promise<T> {
  const { data, error, response } = await call;
  if (!response.ok) throw refusal(response.status, error);
  return data as T;
}
