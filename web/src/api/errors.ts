/** The server answered, and said no. A call that got no answer rejects with the browser's own TypeError instead. */
export class ApiError extends Error {
  override name = "ApiError";
  readonly status: number;
  /** The server's words, fit to show a person; undefined when it gave none. */
  readonly said: string | undefined;

  constructor(status: number, said?: string) {
    super(said ?? `status ${status}`);
    this.status = status;
    this.said = said;
  }
}

/** The error of an answer that refuses, with the message in its body. */
export function refusal(status: number, body: unknown): ApiError {
  const { message } = (body ?? {}) as { message?: unknown };
  return new ApiError(status, typeof message === "string" && message !== "" ? message : undefined);
}

/** The status of an answered call, undefined when no answer came. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof ApiError ? error.status : undefined;
}

/** What the server said about it, else the fallback. */
export function messageOf(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.said) || fallback;
}

/** For failures that nobody is shown. An ended session is none of them: it leads to sign-in, which tells enough. */
export function logFailure(what: string, error: unknown): void {
  if (statusOf(error) !== 401) console.error(`${what} failed`, error);
}
