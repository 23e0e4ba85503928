import { stored } from "./stored";

const KEY = "singleKeys";

/** Whether single-letter keys work; whoever speaks to their machine, or slips easily, may switch them off. */
export function singleKeysOn(): boolean {
  return stored(KEY) !== "false";
}

export function setSingleKeys(on: boolean): void {
  localStorage.setItem(KEY, JSON.stringify(on));
}
