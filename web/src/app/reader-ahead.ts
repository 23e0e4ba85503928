import { useEffect } from "react";
import { afterwards } from "@/lib/afterwards";

const load = () => import("./routes/own/memory");

/** Loads the code that opens a memory before one is pressed, and begins to read the one that is being pressed. */
export function useReaderAhead() {
  useEffect(
    () =>
      afterwards(() =>
        load()
          .then(({ loadParts }) => loadParts())
          .catch(ignore),
      ),
    [],
  );
  useEffect(() => {
    const listen = (event: Event) => {
      const id = isScroll(event) ? undefined : idOf(event.target);
      if (id)
        load()
          .then(({ readAhead }) => readAhead(id))
          .catch(ignore);
    };
    // A key presses a link without a pointer.
    for (const type of PRESSES) document.addEventListener(type, listen, { capture: true, passive: true });
    return () => {
      for (const type of PRESSES) document.removeEventListener(type, listen, { capture: true });
    };
  }, []);
}

const PRESSES = ["pointerdown", "click"] as const;

/** Whether a press may be the beginning of a scroll, or of a menu, and not of a click. */
const isScroll = (event: Event) =>
  event.type === "pointerdown" &&
  ((event as PointerEvent).pointerType === "touch" || (event as PointerEvent).button !== 0);

/** What can't be loaded says so when it is needed. */
const ignore = () => {};

/** The memory that a link leads to. */
function idOf(target: EventTarget | null): string | undefined {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
  return link?.origin === location.origin ? /\/memory\/([^/]+)$/.exec(link.pathname)?.[1] : undefined;
}
