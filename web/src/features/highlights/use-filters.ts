import { useEffect, useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import { ALL_KINDS } from "@/memory/kinds";
import type { Filters } from "./list-calls";
import { isColor } from "./model";

/** The debounce of the search, in milliseconds. */
const DEBOUNCE = 200;

/**
 * Returns the filters of the list, which are kept in the URL, so that the back button restores them. While a memory covers
 * the list they are as they were: the address is that memory's.
 */
export function useFilters(covered: boolean) {
  const [present, setParameters] = useSearchParams();
  const [parameters, setOwn] = useState(present);
  if (!covered && parameters !== present) setOwn(present);
  const filters = useMemo<Filters>(() => {
    const color = parameters.get("color");
    const q = parameters.get("q");
    const type = ALL_KINDS.find((kind) => kind === parameters.get("type"));
    return { ...(isColor(color) && { color }), ...(type && { type }), ...(q && { q }) };
  }, [parameters]);
  const [typed, setTyped] = useState(filters.q ?? "");
  const wanted = typed.trim();

  const set = (part: { [Name in keyof Filters]: Filters[Name] | undefined }) => {
    const all = Object.entries({ ...filters, q: wanted, ...part }).filter((entry) => entry[1]) as [string, string][];
    setParameters(all, { replace: true, preventScrollReset: true });
  };
  useEffect(() => {
    if (covered || wanted === (filters.q ?? "")) return;
    const timer = setTimeout(() => {
      setParameters(
        (before) => {
          if (wanted) before.set("q", wanted);
          else before.delete("q");
          return before;
        },
        { replace: true, preventScrollReset: true },
      );
    }, DEBOUNCE);
    return () => clearTimeout(timer);
  }, [covered, wanted, filters.q, setParameters]);

  const narrowed = Object.keys(filters).length > 0 || wanted !== "";
  return { filters, typed, type: setTyped, set, narrowed };
}
