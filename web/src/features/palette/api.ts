import { useEffect, useState } from "react";
import { client, unwrap } from "@/api/client";
import { logFailure } from "@/api/errors";
import type { Memory } from "@/memory/kinds";

/** The debounce of the search, in milliseconds. */
const DEBOUNCE = 80;
/** The number of results of a search, and of newest memories while nothing is typed. */
const FOUND = 8;
const NEWEST = 4;

type Answer = { memories: readonly Memory[]; excerpts: Record<string, string> };
type Found = Answer & { of: string; failed: boolean };

const NOTHING: Answer = { memories: [], excerpts: {} };

/**
 * Returns the memories that match a query, best first, or the newest for an empty one. The previous results stay until
 * the response arrives, and outdated responses are dropped.
 */
export function useSearch(query: string): Found & { waiting: boolean } {
  const [found, setFound] = useState<Found>();
  useEffect(() => {
    const outdated = new AbortController();
    const timer = setTimeout(
      () => {
        search(query, outdated.signal).then(
          (answer) => !outdated.signal.aborted && setFound({ ...answer, of: query, failed: false }),
          (error) => {
            if (outdated.signal.aborted) return;
            logFailure("finding memories", error);
            setFound({ ...NOTHING, of: query, failed: true });
          },
        );
      },
      query ? DEBOUNCE : 0,
    );
    return () => {
      clearTimeout(timer);
      outdated.abort();
    };
  }, [query]);
  return { ...(found ?? { ...NOTHING, of: "", failed: false }), waiting: found?.of !== query };
}

async function search(q: string, signal: AbortSignal): Promise<Answer> {
  const query = q ? { q, limit: FOUND } : { limit: NEWEST };
  const { content, excerpts = {} } = await unwrap(client.GET("/api/v1/content", { params: { query }, signal }));
  return { memories: content, excerpts };
}
