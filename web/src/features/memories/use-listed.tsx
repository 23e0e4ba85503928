import { type ReactNode, useEffect, useRef } from "react";
import { useSWRConfig } from "swr";
import { useFacets } from "@/memory/filter/api";
import { ALL_KINDS, type Kind, type Memory, perKind } from "@/memory/kinds";
import { useMemories } from "./api";
import { NextFiltered } from "./filtered/next-filtered";
import { useFiltered } from "./filtered/use-filtered";
import type { Scope } from "./loaded";
import { NextPage } from "./next-page";
import { isEverything, ofKind, type Query } from "./query";
import { useShelfList } from "./shelf-data";

export type Listed = {
  /** What is loaded, in its order; undefined until it is known. */
  memories: readonly Memory[] | undefined;
  /** Of each tab, loaded or not; undefined until they are known. */
  counts: Readonly<Record<Scope, number>> | undefined;
  /** The last one whose deletion was taken back. */
  returned: { id: string } | undefined;
  failed: boolean;
  renderMore: (near: boolean) => ReactNode;
};

/** What the shelf lists in a tab: its memories, or those of them that a query keeps. */
export function useListed(scope: Scope, query: Query, upTo: string | undefined): Listed {
  const narrowed = !isEverything(query);
  const kind = scope === "all" ? undefined : scope;
  const { memories, failed } = useMemories();
  const { shown, counts, returned } = useShelfList(scope);
  const whole = ofKind(query, kind);
  const filtered = useFiltered(whole, narrowed, upTo);
  const filteredCounts = useFilteredCounts(query, narrowed, kind, filtered.count);
  if (!narrowed) {
    return {
      memories: memories && shown,
      counts: memories && counts,
      returned,
      failed,
      renderMore: (near) => <NextPage scope={scope} wanted={near} />,
    };
  }
  return {
    memories: filtered.memories,
    counts: filteredCounts,
    returned: filtered.returned,
    failed: filtered.error !== undefined,
    renderMore: (near) => <NextFiltered query={whole} next={filtered.next} wanted={near} />,
  };
}

/** How many of each kind a query keeps. That of the chosen tab is the list's own. */
function useFilteredCounts(query: Query, wanted: boolean, kind: Kind | undefined, count: number | undefined) {
  const { mutate } = useSWRConfig();
  const { filter } = query;
  const facets = useFacets(wanted ? filter : undefined);
  const last = useRef({ filter, count });
  // What came or went is counted anew.
  useEffect(() => {
    const before = last.current;
    last.current = { filter, count };
    const isOther = before.count !== undefined && before.count !== count;
    if (wanted && count !== undefined && isOther && before.filter === filter) void mutate(["facets", filter]);
  }, [wanted, count, filter, mutate]);
  if (!facets || count === undefined) return undefined;
  const kinds = { ...perKind(() => 0), ...Object.fromEntries(facets.kinds.map(({ name, count }) => [name, count])) };
  const all = ALL_KINDS.reduce((sum, one) => sum + kinds[one], 0);
  return { all, ...kinds, [kind ?? "all"]: count };
}
