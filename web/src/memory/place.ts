/** Places in a memory. */

import type { Memory } from "./kinds";

export type Place = { page?: number; second?: number };

/** "page 4" or "at 1:02:03" as numbers; a place may also be empty, or said otherwise. */
export function placeOf(place: string): Place {
  const page = /^page (\d+)$/i.exec(place)?.[1];
  if (page) return { page: Number(page) };
  const clock = /^(?:at )?(\d+(?::\d\d){1,2})$/i.exec(place)?.[1];
  if (clock) return { second: clock.split(":").reduce((sum, part) => sum * 60 + Number(part), 0) };
  return {};
}

/** The address of a memory; of a document at a page, as viewers of PDF take it. */
export function linkAt({ type, link }: Pick<Memory, "type" | "link">, page: number | undefined): string {
  return type === "document" && page !== undefined ? `${link.replace(/#.*/, "")}#page=${page}` : link;
}
