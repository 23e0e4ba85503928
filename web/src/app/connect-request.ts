const KEY = "connect";

/** Keeps what a program asks for in this tab, while the person signs in: the sign-in page leads back to a path alone. */
export function keepRequest(query: string): void {
  sessionStorage.setItem(KEY, query);
}

/** Returns the query that was kept, empty without one. */
export function keptRequest(): string {
  return sessionStorage.getItem(KEY) ?? "";
}

export function forgetRequest(): void {
  sessionStorage.removeItem(KEY);
}
