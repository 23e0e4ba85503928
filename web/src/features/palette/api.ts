import { useEffect, useState } from "react";
import { client, unwrap } from "@/api/client";
import { logFailure } from "@/api/errors";
import type { Memory } from "@/memory/kinds";

/** How long the typing must rest before the server is asked, in milliseconds. */
const REST = 80;
/** Memories that are shown: of a search, and before anything is typed. */
const FOUND = 8;
const NEWEST = 4;

type Answer = { memories: readonly Memory[]; excerpts: Record<string, string> };
type Found = Answer & { of: string; failed: boolean };

const NOTHING: Answer = { memories: [], excerpts: {} };

/**
 * The memories that a text finds, best first; of an empty one the newest. What was found before stays until the answer is
 * there, and an answer that comes too late is dropped.
 */
export function useFound(query: string): Found & { waiting: boolean } {
  const [found, setFound] = useState<Found>();
  useEffect(() => {
    const overtaken = new AbortController();
    const timer = setTimeout(
      () => {
        search(query, overtaken.signal).then(
          (answer) => !overtaken.signal.aborted && setFound({ ...answer, of: query, failed: false }),
          (error) => {
            if (overtaken.signal.aborted) return;
            logFailure("finding memories", error);
            setFound({ ...NOTHING, of: query, failed: true });
          },
        );
      },
      query ? REST : 0,
    );
    return () => {
      clearTimeout(timer);
      overtaken.abort();
    };
  }, [query]);
  return { ...(found ?? { ...NOTHING, of: "", failed: false }), waiting: found?.of !== query };
}

async function search(q: string, signal: AbortSignal): Promise<Answer> {
  const query = q ? { q, limit: FOUND } : { limit: NEWEST };
  const { content, excerpts = {} } = await unwrap(client.GET("/api/v1/content", { params: { query }, signal }));
  return { memories: content, excerpts };
}
