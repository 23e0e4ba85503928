import type { FormEvent, KeyboardEvent } from "react";

/** How a form and the field in it ask: by its button and by Enter, unless another question is busy. Shift+Enter adds a line. */
export function asking(busy: boolean, onAsk: () => void) {
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) onAsk();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, keyCode, shiftKey, nativeEvent } = event;
    // While an input method composes, Enter accepts its suggestion. Safari ends the composition first and tells by 229.
    if (key === "Enter" && !shiftKey && !nativeEvent.isComposing && keyCode !== 229) onSubmit(event);
  };
  return { onSubmit, onKeyDown };
}
