/** Which memories the shelf shows, for the way from one that is opened to the next. */

import { useState } from "react";
import { useMemories } from "./api";

let narrowed: readonly string[] | undefined;

/** Takes the ids of the memories that are shown; undefined where those are all. */
export function tellShown(ids: readonly string[] | undefined): void {
  narrowed = ids;
}

/**
 * The ids before and behind a memory in the list from which it was opened. What fits its filter no more once it is opened, as
 * one that is read now, keeps its place.
 */
export function useNeighbours(id: string): { previous: string | undefined; next: string | undefined } {
  const { memories } = useMemories();
  const [list] = useState(narrowed);
  const ids = list ?? memories?.map(({ _id }) => _id) ?? [];
  const at = ids.indexOf(id);
  return at < 0 ? { previous: undefined, next: undefined } : { previous: ids[at - 1], next: ids[at + 1] };
}
