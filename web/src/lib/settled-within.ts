/** Resolves with the promise, or without it after a timeout in milliseconds. */
export function settledWithin(promise: Promise<unknown>, milliseconds: number): Promise<unknown> {
  return Promise.race([promise, new Promise((resolve) => setTimeout(resolve, milliseconds))]);
}

/** How long the user waits for a call that is not essential, in milliseconds. */
export const PATIENCE = 3000;
