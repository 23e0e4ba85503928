/** Resolves with the promise, or without it after so many milliseconds: for what is waited for and not needed. */
export function settledWithin(promise: Promise<unknown>, milliseconds: number): Promise<unknown> {
  return Promise.race([promise, new Promise((resolve) => setTimeout(resolve, milliseconds))]);
}

/** How long somebody who is about to go on waits for the server, in milliseconds. */
export const PATIENCE = 3000;
