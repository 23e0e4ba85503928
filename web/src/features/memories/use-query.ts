import { useCallback, useMemo, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { type Query, queryIn, searchOf } from "./query";

/** The query in the address. A memory that is opened over the page leaves it as it is. */
export function useQuery(): { query: Query; setQuery: (query: Query) => void } {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [own, setOwn] = useState(search);
  if (own !== search && !pathname.includes("/memory/")) setOwn(search);
  const query = useMemo(() => queryIn(own), [own]);
  const setQuery = useCallback(
    (next: Query) => void navigate({ search: searchOf(next) }, { preventScrollReset: true }),
    [navigate],
  );
  return { query, setQuery };
}
