import { useNavigate } from "react-router";
import { CARD_KEYS } from "@/features/memories";
import { type OverlaysProps, Overlays as PaletteAndKeys } from "@/features/palette/overlays";
import { useDraft } from "@/lib/draft";
import { paths } from "./paths";
import { useActions, type Wiring } from "./use-actions";

type Props = Wiring & Pick<OverlaysProps, "onOpen" | "shown" | "onShow" | "onClose">;

/** The palette, the list of keys, and the keys themselves, over everything that can be done on the dashboard. */
export function Overlays({ onOpen, shown, onShow, onClose, ...wiring }: Props) {
  return (
    <PaletteAndKeys
      actions={useActions(wiring)}
      cardKeys={CARD_KEYS}
      onOpen={onOpen}
      onAsk={useAsk(wiring.ask)}
      shown={shown}
      onShow={onShow}
      onClose={onClose}
    />
  );
}

/** Asks here, or puts the question into the box at home where there is none. */
function useAsk(box: Wiring["ask"]): (question: string) => void {
  const navigate = useNavigate();
  const [, setQuestion] = useDraft("question");
  return (question) => {
    if (box) return box.current?.ask(question);
    setQuestion(question);
    void navigate(paths.home);
  };
}

export { loads } from "@/features/palette/overlays";
