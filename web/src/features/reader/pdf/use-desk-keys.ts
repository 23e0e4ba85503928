import { useEffect, useEffectEvent } from "react";
import { pageKeyOf } from "@/lib/hotkeys";

type Keys = { onZoom: (to: "in" | "out" | "width") => void; onFind: () => boolean };

/** Plus, minus and 0 zoom; the browser's own key finds words, and its own search if ours is open already. */
export function useDeskKeys({ onZoom, onFind }: Keys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const key = pageKeyOf(event);
    if (key === "mod+f" && onFind()) event.preventDefault();
    if (key === "+" || key === "=") onZoom("in");
    if (key === "-") onZoom("out");
    if (key === "0") onZoom("width");
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
}
