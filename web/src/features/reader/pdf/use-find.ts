import { useDeferredValue, useMemo, useState } from "react";
import { NO_MARKS } from "@/document/marks";
import type { Leaf } from "./align";
import { find, foldLeaves, marksOfHits } from "./find";

/** The search in a document: what is typed, what is found, and which hit is shown. */
export function useFind(leaves: readonly Leaf[], onHit: (page: number) => void) {
  const [query, setQuery] = useState<string>();
  const [shown, setShown] = useState(0);
  const open = query !== undefined;
  const folded = useMemo(() => (open ? foldLeaves(leaves) : []), [open, leaves]);
  const wanted = useDeferredValue(query ?? "");
  const hits = useMemo(() => find(folded, wanted), [folded, wanted]);
  const marks = useMemo(() => (hits.length === 0 ? NO_MARKS : marksOfHits(hits, shown)), [hits, shown]);
  const show = (index: number, among = hits) => {
    setShown(index);
    const hit = among[index];
    if (hit) onHit(hit.page);
  };
  return {
    query,
    hits,
    shown,
    marks,
    open: () => setQuery(query ?? ""),
    close: () => setQuery(undefined),
    search: (typed: string) => {
      setQuery(typed);
      show(0, find(folded, typed));
    },
    step: (by: number) => hits.length > 0 && show((shown + by + hits.length) % hits.length),
  };
}
