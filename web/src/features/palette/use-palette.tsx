import { type ComponentType, type ReactNode, useEffect, useMemo, useState } from "react";
import { toast } from "@/ui/toast";
import type { OverlaysProps } from "./overlays";

type Wiring = Pick<OverlaysProps, "actions" | "cardKeys" | "onOpen" | "onAsk">;
type Shown = OverlaysProps["shown"];

/** The palette and the list of keys, the ways to open them, and the keys themselves while the page is shown. */
export function usePalette(wiring: Wiring): { open: () => void; openKeys: () => void; overlays: ReactNode } {
  const [Overlays, setOverlays] = useState<ComponentType<OverlaysProps>>();
  const [shown, setShown] = useState<Shown>();
  const { arrive, show, open, openKeys } = useMemo(() => {
    // The page stands before its keys do, and without them when they can't be loaded.
    const arrive = async () => {
      const { Overlays, loads } = await import("./overlays");
      setOverlays(() => Overlays);
      return loads;
    };
    const show = async (which: "palette" | "keys") => {
      try {
        const loads = await arrive();
        await loads[which]();
        setShown(which);
      } catch (error) {
        console.error(`loading the ${which} failed`, error);
        toast.error("That did not open. Please try again.");
      }
    };
    return { arrive, show, open: () => void show("palette"), openKeys: () => void show("keys") };
  }, []);

  useEffect(() => {
    arrive().catch((error) => console.error("loading the keys failed", error));
  }, [arrive]);

  const overlays = Overlays && <Overlays {...wiring} shown={shown} onShow={show} onClose={() => setShown(undefined)} />;
  return { open, openKeys, overlays };
}
