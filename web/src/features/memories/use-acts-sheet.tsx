import { lazy, type ReactNode, Suspense, useCallback, useRef, useState } from "react";
import type { Memory } from "@/memory/kinds";
import { preloadDialog } from "@/ui/dialog";
import { openLate } from "@/ui/open-late";
import type { Act } from "./use-card-keys";

const loadSheet = () => import("./cards/acts-sheet");
const ActsSheet = lazy(loadSheet);

/** The sheet of what can be done with a card, and what opens it. */
export function useActsSheet(act: Act): { onMore: (memory: Memory) => void; sheet: ReactNode } {
  const [memory, setMemory] = useState<Memory>();
  const [open, setOpen] = useState(false);
  const chosen = useRef<() => void>(undefined);
  const onMore = useCallback((asked: Memory) => {
    const show = () => {
      chosen.current = undefined;
      setMemory(asked);
      setOpen(true);
    };
    void openLate(() => Promise.all([loadSheet(), preloadDialog()]), show, "That did not open. Please try again.");
  }, []);
  const sheet = memory && (
    <Suspense fallback={null}>
      <ActsSheet
        memory={memory}
        open={open}
        onClose={() => setOpen(false)}
        onChoose={(action) => {
          chosen.current = () => act(action, memory);
          setOpen(false);
        }}
        // Once the card has the focus again, at the end of this task: it may leave, and passes it on.
        onClosed={() => setTimeout(() => chosen.current?.())}
      />
    </Suspense>
  );
  return { onMore, sheet };
}
