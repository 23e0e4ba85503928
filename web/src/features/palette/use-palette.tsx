import { type ComponentType, type ReactNode, useEffect, useMemo, useState } from "react";
import { endOpening } from "@/lib/opening";
import { openLate } from "@/ui/open-late";
import type { loads, OverlaysProps } from "./overlays";

type Shown = Pick<OverlaysProps, "shown" | "onShow" | "onClose">;

/** The chunk of the overlays, which loads after the page. */
export type Late<Wiring> = { Overlays: ComponentType<Wiring & Shown>; loads: typeof loads };

/**
 * Returns the overlays and the function that opens the palette, and handles its keys while the page is mounted. `load`
 * must be a stable function; its component is rendered with the props in `wiring`.
 */
export function usePalette<Wiring extends object>(
  load: () => Promise<Late<Wiring>>,
  wiring: Wiring,
): { open: () => void; overlays: ReactNode } {
  const [Overlays, setOverlays] = useState<ComponentType<Wiring & Shown>>();
  const [shown, setShown] = useState<Shown["shown"]>();
  const { arrive, show, open } = useMemo(() => {
    // The page works before its keys have loaded, and without them if that fails.
    const arrive = async () => {
      const { Overlays, loads } = await load();
      setOverlays(() => Overlays);
      return loads;
    };
    const show = (which: "palette" | "keys") =>
      openLate(
        async () => (await arrive())[which](),
        () => setShown(which),
        "That did not open. Please try again.",
      );
    return { arrive, show, open: () => void show("palette") };
  }, [load]);

  useEffect(() => {
    arrive().catch((error) => console.error("loading the keys failed", error));
    // Cancels a pending opening when the page is left.
    return endOpening;
  }, [arrive]);

  const overlays = Overlays && <Overlays {...wiring} shown={shown} onShow={show} onClose={() => setShown(undefined)} />;
  return { open, overlays };
}
