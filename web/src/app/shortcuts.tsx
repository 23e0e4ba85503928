import { lazy, Suspense, useEffect, useEffectEvent } from "react";
import { useLocation, useNavigate } from "react-router";
import { EDITOR_KEYS } from "@/features/editor/keys";
import { useMemory } from "@/features/memories";
import { CARD_KEYS } from "@/features/memories/keys";
import { type OverlaysProps, Overlays as PaletteAndKeys } from "@/features/palette/overlays";
import { READER_KEYS } from "@/features/reader/keys";
import { paths } from "./paths";
import { questionIn, toAsk } from "./to-ask";
import { useActions, type Wiring } from "./use-actions";

const TagDialog = lazy(() => import("@/features/library/tag-dialog"));

/** Those among the cards, and in an opened memory. */
const KEYS = [
  ...CARD_KEYS,
  { keys: "l", label: "Mark the selected words, or choose a sentence" },
  ...READER_KEYS,
  ...EDITOR_KEYS,
  { keys: "y", label: "Add the first suggested tag to an open memory" },
];

type Props = Wiring & Pick<OverlaysProps, "onOpen" | "shown" | "onShow" | "onClose">;

/** The palette, the list of keys, and the keys themselves, over everything that can be done on the dashboard. */
export function Overlays({ onOpen, shown, onShow, onClose, ...wiring }: Props) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const opened = useMemory(/\/memory\/([^/]+)$/.exec(pathname)?.[1] ?? "");
  // A memory that is opened over the box and the shelf keeps them out of reach.
  const within = pathname === paths.home ? wiring : { ...wiring, ask: undefined, shelf: undefined };
  return (
    <>
      <PaletteAndKeys
        actions={useActions(within, opened)}
        cardKeys={KEYS}
        onOpen={onOpen}
        onFilter={(filter) => void navigate(paths.filtered(filter))}
        onAsk={useAsk(within.ask)}
        shown={shown}
        onShow={onShow}
        onClose={onClose}
      />
      <Suspense fallback={null}>
        <TagDialog />
      </Suspense>
    </>
  );
}

/** Asks in the box, at home where it is not here. */
function useAsk(box: Wiring["ask"]): (question: string) => void {
  const navigate = useNavigate();
  const question = questionIn(useLocation().state);
  const askHere = useEffectEvent((question: string) => {
    // The state is removed, so that going back or reloading does not ask again.
    void navigate(paths.home, { replace: true, preventScrollReset: true });
    if (question) box?.current?.ask(question);
    else box?.current?.focus();
  });
  const here = box !== undefined;
  useEffect(() => {
    if (!here || question === undefined) return;
    // A closing overlay restores the focus at the end of this task.
    const turn = setTimeout(() => askHere(question));
    return () => clearTimeout(turn);
  }, [here, question]);
  return (question) => (box ? box.current?.ask(question) : void navigate(paths.home, toAsk(question)));
}

export { loads } from "@/features/palette/overlays";
