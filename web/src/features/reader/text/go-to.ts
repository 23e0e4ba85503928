import { bringIntoView } from "@/document/scroll";

/** Brings a leaf to the top of the view, and the focus to it. */
export function goToLeaf(text: HTMLElement, leaf: number): void {
  const element = text.querySelector<HTMLElement>(`[data-leaf="${leaf}"]`);
  if (!element) return;
  bringIntoView(() => element, "start");
  if (!element.matches("a, button, [tabindex]")) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
