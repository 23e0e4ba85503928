import type { KeyboardEvent } from "react";

/** Whether a key press asks what is typed: Enter does, Shift+Enter adds a line. */
export function asks({ key, keyCode, shiftKey, nativeEvent }: KeyboardEvent): boolean {
  // While an input method composes, Enter accepts its suggestion. Safari ends the composition first and tells by 229.
  return key === "Enter" && !shiftKey && !nativeEvent.isComposing && keyCode !== 229;
}
