/** Answers that were requested before the app's code arrived. boot/early.ts provides them. */

export interface Prefetched {
  /** Returns the answer to this request, once: the next such request goes to the server. */
  response: (request: Request) => Promise<Response> | undefined;
  /** Returns the parsed body of a path's answer if it has arrived, once and in place of the answer. */
  body: (path: string) => unknown;
}

let source: Prefetched = { response: () => undefined, body: () => undefined };

export function setPrefetched(prefetched: Prefetched): void {
  source = prefetched;
}

export function prefetchedResponse(request: Request): Promise<Response> | undefined {
  return source.response(request);
}

export function prefetchedBody(path: string): unknown {
  return source.body(path);
}
