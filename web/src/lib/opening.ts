/** Whether an overlay is loading. Keys pressed meanwhile are not the page's shortcuts. */

let opening = false;

/** Call this when the user opens something. */
export function beginOpening(): void {
  opening = true;
}

/** Call this when it is open, or failed to load. */
export function endOpening(): void {
  opening = false;
}

export function isOpening(): boolean {
  return opening;
}
