import { useEffect, useEffectEvent, useState } from "react";
import type { Span } from "./places";
import { spanOf } from "./selection";

/** How long a selection stands still before it counts, in milliseconds: handles on a touch screen are dragged slowly. */
const STILL = 200;

type Props = {
  /** The element that holds the text. */
  root: HTMLElement;
  /** Whether an element belongs to what is done with a selection: it may take the focus. */
  isOurs: (element: Element) => boolean;
};

/** What of the text is selected with the mouse, by touch or by keys, once the hand rests. */
export function useSelected({ root, isOurs }: Props): { selected: Span | undefined; forget: () => void } {
  const [selected, setSelected] = useState<Span>();
  const ours = useEffectEvent(isOurs);
  useEffect(() => {
    let pressed = false;
    let timer = 0;
    const read = () => {
      const { activeElement } = document;
      if (activeElement && ours(activeElement)) return;
      const selection = document.getSelection();
      const range = selection && selection.rangeCount > 0 && !selection.isCollapsed && selection.getRangeAt(0);
      setSelected(range ? spanOf(root, range) : undefined);
    };
    const soon = () => {
      clearTimeout(timer);
      if (!pressed) timer = window.setTimeout(read, STILL);
    };
    const press = ({ target, pointerType }: PointerEvent) => {
      // On a touch screen the handles move with no press of the page.
      pressed = pointerType === "mouse" && !(target instanceof Element && ours(target));
    };
    const release = () => {
      pressed = false;
      soon();
    };
    document.addEventListener("selectionchange", soon);
    document.addEventListener("pointerdown", press);
    document.addEventListener("pointerup", release);
    document.addEventListener("pointercancel", release);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("selectionchange", soon);
      document.removeEventListener("pointerdown", press);
      document.removeEventListener("pointerup", release);
      document.removeEventListener("pointercancel", release);
    };
  }, [root]);
  return { selected, forget: () => setSelected(undefined) };
}
