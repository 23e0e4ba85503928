/** Puts a text on the clipboard. To be called by what somebody presses. Rejects where the browser does not allow it. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Refused, or a page without a secure address, as at home over plain http, which has no clipboard.
    if (!copySelected(text)) throw new Error("nothing was copied");
  }
}

/** Copies as Ctrl+C does, from a field that stands for as long as that takes. */
function copySelected(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  // A keyboard on the screen stays where it is.
  field.readOnly = true;
  field.className = "vh";
  // A dialog keeps the focus within itself.
  (focused?.closest("[role=dialog]") ?? document.body).append(field);
  field.focus({ preventScroll: true });
  field.select();
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }
}
