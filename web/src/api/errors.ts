/** The server refused a call. A call without an answer rejects with the browser's TypeError instead. */
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

/** Returns the server's message, else the fallback. */
export function messageOf(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.said) || fallback;
}

/** Logs a failure that is not shown to the user. An expired session is not logged, because it leads to sign-in. */
export function logFailure(what: string, error: unknown): void {
  if (statusOf(error) !== 401) console.error(`${what} failed`, error);
}
