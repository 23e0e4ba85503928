import { lazy, Suspense, useEffect, useEffectEvent, useState } from "react";
import { hasKey, pageKeyOf } from "@/lib/hotkeys";
import { preloadDialog } from "@/ui/dialog";
import type { Action, CardKey } from "./model";

export type OverlaysProps = {
  actions: readonly Action[];
  /** The keys of cards, which the list of keys shows. */
  cardKeys: readonly CardKey[];
  /** Opens a memory. */
  onOpen: (id: string) => void;
  /** Lists the memories that a filter keeps. */
  onFilter: (filter: string) => void;
  /** Asks a question of the memories. */
  onAsk: (question: string) => void;
  shown: "palette" | "keys" | undefined;
  onShow: (which: "palette" | "keys") => void;
  onClose: () => void;
};

const loadPalette = () => import("./palette");
const loadKeys = () => import("./keys-dialog");
const Palette = lazy(loadPalette);
const KeysDialog = lazy(loadKeys);

/** Loads the code of each overlay before it is shown. */
export const loads = { palette: loadPalette, keys: () => Promise.all([loadKeys(), preloadDialog()]) };

/** Handles the keys, and shows the palette and the list of keys. */
export function Overlays({ actions, cardKeys, onOpen, onFilter, onAsk, shown, onShow, onClose }: OverlaysProps) {
  const all: Action[] = [
    ...actions,
    { id: "find", label: "Find or do anything", keys: "mod+k", group: "Do", run: () => onShow("palette") },
    {
      id: "keys",
      label: "Keyboard shortcuts",
      icon: "keys",
      keys: "?",
      group: "Do",
      also: "help hotkeys",
      run: () => onShow("keys"),
    },
  ];
  useKeys(all);
  return (
    <>
      {useOnceTrue(shown === "palette") && (
        <Suspense fallback={null}>
          <Palette
            open={shown === "palette"}
            onClose={onClose}
            actions={all}
            onOpen={onOpen}
            onFilter={onFilter}
            onAsk={onAsk}
          />
        </Suspense>
      )}
      {useOnceTrue(shown === "keys") && (
        <Suspense fallback={null}>
          <KeysDialog open={shown === "keys"} onClose={onClose} actions={all} cardKeys={cardKeys} />
        </Suspense>
      )}
    </>
  );
}

/** Returns whether it was ever true. An overlay stays mounted after its first opening, to animate its closing. */
function useOnceTrue(is: boolean): boolean {
  const [was, setWas] = useState(is);
  if (is && !was) setWas(true);
  return is || was;
}

function useKeys(actions: readonly Action[]): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const key = pageKeyOf(event);
    const action = actions.find(({ keys }) => hasKey(keys, key));
    if (!action) return;
    event.preventDefault();
    action.run();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
}
