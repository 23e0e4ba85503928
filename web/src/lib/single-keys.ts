import { stored } from "./stored";

const KEY = "singleKeys";

/** Returns whether single-letter shortcuts are on. Users of speech input may switch them off. */
export function singleKeysOn(): boolean {
  return stored(KEY) !== "false";
}

export function setSingleKeys(on: boolean): void {
  localStorage.setItem(KEY, JSON.stringify(on));
}
