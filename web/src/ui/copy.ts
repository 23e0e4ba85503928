/** Copies a text to the clipboard. Call it from an event handler of a press. Rejects if the browser does not allow it. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Refused, or a page without a secure address, as at home over plain http, which has no clipboard.
    if (!copySelected(text)) throw new Error("nothing was copied");
  }
}

/** Copies a text with its form: HTML for what takes that, plain text for the rest. Rejects as copyText does. */
export async function copyRich(text: string, html: string): Promise<void> {
  const piece = (type: string, words: string) => [type, new Blob([words], { type })] as const;
  try {
    const pieces = Object.fromEntries([piece("text/plain", text), piece("text/html", html)]);
    await navigator.clipboard.write([new ClipboardItem(pieces)]);
  } catch {
    await copyText(text);
  }
}

/** Copies as Ctrl+C does, from a field that stands for as long as that takes. */
function copySelected(text: string): boolean {
  const focused = document.activeElement;
  const restore = selected();
  const field = document.createElement("textarea");
  field.value = text;
  // A keyboard on the screen stays where it is.
  field.readOnly = true;
  field.className = "vh";
  // A dialog keeps the focus within itself.
  (focused?.closest("[role=dialog]") ?? topmostDialog() ?? document.body).append(field);
  field.focus({ preventScroll: true });
  // Unlike select(), this does so in a read-only field of Safari on a phone.
  field.setSelectionRange(0, field.value.length);
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    field.remove();
    restore();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }
}

/** Gives what selects again what is selected now. */
function selected(): () => void {
  const selection = document.getSelection();
  if (!selection) return () => {};
  const { anchorNode, anchorOffset, focusNode, focusOffset } = selection;
  return () => anchorNode && focusNode && selection.setBaseAndExtent(anchorNode, anchorOffset, focusNode, focusOffset);
}

/** The dialog that opened last, where Safari gives no focus to the button that was pressed. */
function topmostDialog(): Element | undefined {
  return [...document.querySelectorAll("[role=dialog]:not([data-closed])")].at(-1);
}
