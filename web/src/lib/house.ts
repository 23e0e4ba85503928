/** What the server says of this Engram on the page's html element (internal/webui/house.go). */
const marks = (): DOMStringMap => globalThis.document?.documentElement.dataset ?? {};

/** It is its owner's and their guests': there are no plans, no prices and no public pages. */
export const isPersonal = (): boolean => marks().mode === "personal";

/** The next account is the owner's: there is none yet. */
export const awaitsOwner = (): boolean => marks().awaitsOwner !== undefined;

/** The first account is made. */
export function ownerCame(): void {
  delete marks().awaitsOwner;
}

/** Who may make an account. */
export function signUpPolicy(): "open" | "invite" | "closed" {
  const { signUp } = marks();
  return signUp === "invite" || signUp === "closed" ? signUp : "open";
}
