import type { FormEvent, KeyboardEvent } from "react";

/** Returns the handlers of a form and its field: the button and Enter submit, unless busy. Shift+Enter adds a line. */
export function submitHandlers(busy: boolean, onAsk: () => void) {
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) onAsk();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, keyCode, shiftKey, nativeEvent } = event;
    // While an input method composes, Enter accepts its suggestion. Safari ends the composition first, but reports key code 229.
    if (key === "Enter" && !shiftKey && !nativeEvent.isComposing && keyCode !== 229) onSubmit(event);
  };
  return { onSubmit, onKeyDown };
}
