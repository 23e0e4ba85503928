import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import type { Cited } from "./model";
import { type Part, partAt } from "./parts";
import { bringIntoView } from "./scroll";

/**
 * Scrolls to the position in the fragment, else to the quote: once when the text has loaded, and again for each quote
 * that is pressed. `text` is a ref for the container of the parts.
 */
export function usePlace(
  parts: readonly Part[] | undefined,
  cited: Cited | undefined,
  hash: string,
): { text: RefObject<HTMLDivElement | null>; shown: number; show: (citation: number) => void } {
  const text = useRef<HTMLDivElement>(null);
  const [{ shown, presses }, setPressed] = useState({ shown: cited?.shown ?? -1, presses: 0 });
  const show = useCallback(
    (citation: number) => setPressed((before) => ({ shown: citation, presses: before.presses + 1 })),
    [],
  );
  const there = parts !== undefined;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a text that is refetched must not scroll.
  useEffect(() => {
    if (!parts) return;
    const named = presses === 0 ? partAt(parts, hash) : -1;
    const leaf = (index: number) => text.current?.querySelector(`[data-part="${index}"]`);
    if (named >= 0) return bringIntoView(() => leaf(named), "start");
    const citation = cited?.citations[shown];
    if (!citation) return;
    const { page, second } = citation;
    const begun = page === undefined ? partAt(parts, `#t=${second}`) : partAt(parts, `#page-${page}`);
    return bringIntoView(() => text.current?.querySelector(`mark[data-citations~="${shown}"]`) ?? leaf(begun));
  }, [there, hash, shown, presses]);

  return { text, shown, show };
}
