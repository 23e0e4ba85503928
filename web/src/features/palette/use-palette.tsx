import { type ComponentType, type ReactNode, useEffect, useMemo, useState } from "react";
import { endOpening } from "@/lib/opening";
import { openLate } from "@/ui/open-late";
import type { loads, OverlaysProps } from "./overlays";

type Shown = Pick<OverlaysProps, "shown" | "onShow" | "onClose">;

/** The code of the overlays, which arrives after the page. */
export type Late<Wiring> = { Overlays: ComponentType<Wiring & Shown>; loads: typeof loads };

/**
 * The palette and the list of keys, the way to open them, and the keys themselves while the page is shown. `load` must keep
 * its identity; what it brings is drawn with the wiring.
 */
export function usePalette<Wiring extends object>(
  load: () => Promise<Late<Wiring>>,
  wiring: Wiring,
): { open: () => void; overlays: ReactNode } {
  const [Overlays, setOverlays] = useState<ComponentType<Wiring & Shown>>();
  const [shown, setShown] = useState<Shown["shown"]>();
  const { arrive, show, open } = useMemo(() => {
    // The page stands before its keys do, and without them when they can't be loaded.
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
    // What was to open over the page does not outlive it.
    return endOpening;
  }, [arrive]);

  const overlays = Overlays && <Overlays {...wiring} shown={shown} onShow={show} onClose={() => setShown(undefined)} />;
  return { open, overlays };
}
