import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { bringIntoView } from "@/document/scroll";
import type { Cited } from "../model";
import { type Sheet, sheetAt } from "../text/sheets";

type Args = {
  sheets: readonly Sheet[] | undefined;
  /** Whether all sheets are on the page. */
  drawn: boolean;
  text: RefObject<HTMLDivElement | null>;
  cited: Cited | undefined;
  hash: string;
};

/**
 * Scrolls to the position in the fragment, else to the quote: once when the text has loaded, and again for each quote
 * that is pressed.
 */
export function usePlace({ sheets, drawn, text, cited, hash }: Args): { shown: number; show: (n: number) => void } {
  const [{ shown, presses }, setPressed] = useState({ shown: cited?.shown ?? -1, presses: 0 });
  const show = useCallback(
    (citation: number) => setPressed((before) => ({ shown: citation, presses: before.presses + 1 })),
    [],
  );
  const there = sheets !== undefined;
  /** What was scrolled to already, before the rest of the text came. */
  const arrived = useRef("");

  // biome-ignore lint/correctness/useExhaustiveDependencies: a text that is refetched must not scroll.
  useEffect(() => {
    if (!sheets) return;
    const goal = `${hash} ${shown} ${presses}`;
    const begin = (where: string) => {
      const { page, second } = sheets[sheetAt(sheets, where)] ?? {};
      return (
        text.current?.querySelector(`#page-${page}`) ?? text.current?.querySelector(`#second-${second}`) ?? undefined
      );
    };
    const named = presses === 0 && sheetAt(sheets, hash) >= 0;
    const citation = cited?.citations[shown];
    if (arrived.current === goal || (!named && !citation)) return;
    const find = () => {
      if (named) return begin(hash);
      const { page, second } = citation ?? {};
      const at = page === undefined ? `#t=${second}` : `#page-${page}`;
      return text.current?.querySelector(`[data-marks~="c${shown}"]`) ?? begin(at);
    };
    if (find()) arrived.current = goal;
    return bringIntoView(find, named ? "start" : "center");
  }, [there, drawn, hash, shown, presses]);

  return { shown, show };
}
