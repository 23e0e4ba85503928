import { type MouseEvent, type PointerEvent, useEffect, useRef } from "react";
import type { Selecting } from "./use-selection";

/** How long a finger rests on a card to select it, in milliseconds. */
const LONG = 450;

/** A finger that moves further scrolls, in pixels. */
const STILL = 10;

/** How presses among the cards select: a long one, one with shift, and any while cards are being selected. */
export function usePress(selecting: Selecting) {
  const pressed = useRef<{ x: number; y: number; timer: ReturnType<typeof setTimeout> }>(undefined);
  const selected = useRef(false);
  const letGo = () => {
    clearTimeout(pressed.current?.timer);
    pressed.current = undefined;
  };
  useEffect(() => () => clearTimeout(pressed.current?.timer), []);
  return {
    onPointerDown: ({ pointerType, target, clientX: x, clientY: y }: PointerEvent) => {
      letGo();
      selected.current = false;
      const id = pointerType === "touch" ? idOf(target) : undefined;
      if (id === undefined) return;
      const timer = setTimeout(() => {
        selected.current = true;
        selecting.toggle(id);
        navigator.vibrate?.(10);
      }, LONG);
      pressed.current = { x, y, timer };
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const at = pressed.current;
      if (at && Math.hypot(clientX - at.x, clientY - at.y) > STILL) letGo();
    },
    onPointerUp: letGo,
    onPointerCancel: letGo,
    // The browser's menu for a link would come with the long press.
    onContextMenu: (event: MouseEvent) => {
      if (pressed.current || selected.current) event.preventDefault();
    },
    onClickCapture: (event: MouseEvent) => {
      const id = idOf(event.target);
      const was = selected.current;
      selected.current = false;
      // A key makes a click without a count.
      if (id === undefined || event.ctrlKey || event.metaKey || (!was && event.detail === 0)) return;
      if (!was && !event.shiftKey && !selecting.on) return;
      event.preventDefault();
      event.stopPropagation();
      if (was) return;
      if (event.shiftKey) selecting.range(id);
      else selecting.toggle(id);
    },
  };
}

/** The card that is pressed, where it is not one of the things on it that do something else. */
function idOf(target: EventTarget): string | undefined {
  if (!(target instanceof Element) || target.closest("button, input, .card-new, .card-tags a, .out, iframe")) return;
  return target.closest<HTMLElement>(".card")?.closest<HTMLElement>("[data-memory]")?.dataset.memory;
}
