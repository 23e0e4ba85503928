import { useEffect, useEffectEvent } from "react";
import { pageKeyOf } from "@/lib/hotkeys";

/** For the list of keys. */
export const READER_KEYS: readonly { keys: string; label: string }[] = [
  { keys: "j / k", label: "Next and previous memory, while one is open" },
  { keys: "f", label: "Focus on the text of an open memory" },
  { keys: "r", label: "Read an open memory aloud" },
];

/** Calls what a key of an open memory stands for, unless the key is meant for something else. */
export function useReaderKeys(actions: Readonly<Record<string, (() => void) | undefined>>): void {
  const act = useEffectEvent((event: KeyboardEvent) => {
    const action = actions[pageKeyOf(event)];
    if (!action) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => act(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
}
