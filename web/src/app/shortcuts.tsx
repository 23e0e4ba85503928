import { CARD_KEYS } from "@/features/memories";
import { type OverlaysProps, Overlays as PaletteAndKeys } from "@/features/palette/overlays";
import { useActions, type Wiring } from "./use-actions";

type Props = Wiring & Pick<OverlaysProps, "onOpen" | "shown" | "onShow" | "onClose">;

/** The palette, the list of keys, and the keys themselves, over everything that can be done on the dashboard. */
export function Overlays({ onOpen, shown, onShow, onClose, ...wiring }: Props) {
  return (
    <PaletteAndKeys
      actions={useActions(wiring)}
      cardKeys={CARD_KEYS}
      onOpen={onOpen}
      onAsk={(question) => wiring.ask.current?.ask(question)}
      shown={shown}
      onShow={onShow}
      onClose={onClose}
    />
  );
}

export { loads } from "@/features/palette/overlays";
