/** Which memories the shelf lists, and in which order. Pure. */

import { parseFilter } from "@/memory/filter/parse";
import { filterText } from "@/memory/filter/words";
import type { Kind } from "@/memory/kinds";

const SORTS = ["saved", "published", "opened", "title"] as const;

type Sort = (typeof SORTS)[number];

/** A filter in words, "" for all memories. */
export type Query = { filter: string; sort: Sort };

export const EVERYTHING: Query = { filter: "", sort: "saved" };

export function isEverything({ filter, sort }: Query): boolean {
  return filter === "" && sort === "saved";
}

/** The query in the search part of an address. */
export function queryIn(search: string): Query {
  const parameters = new URLSearchParams(search);
  const sort = SORTS.find((sort) => sort === parameters.get("sort"));
  return { filter: parameters.get("filter")?.trim() ?? "", sort: sort ?? "saved" };
}

/** The search part of an address with this query. */
export function searchOf({ filter, sort }: Query): string {
  const all = { ...(filter && { filter }), ...(sort !== "saved" && { sort }) };
  const text = new URLSearchParams(all).toString();
  return text && `?${text}`;
}

/** The query of one kind: it takes the place of the kinds in the filter. */
export function ofKind({ filter, sort }: Query, kind: Kind | undefined): Query {
  if (!kind) return { filter, sort };
  const others = parseFilter(filter).words.filter(({ key, not }) => key !== "kind" || not);
  return { filter: filterText([...others, { key: "kind", value: kind }]), sort };
}
