/** Whether something is about to open over the page, so that what is pressed meanwhile is not taken for the page's. */

let opening = false;

/** To be called when somebody asks for it. */
export function beginOpening(): void {
  opening = true;
}

/** To be called when it stands, or when it will not come. */
export function endOpening(): void {
  opening = false;
}

export function isOpening(): boolean {
  return opening;
}
