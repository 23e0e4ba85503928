import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { freshId, getShared, putShared } from "@/api/device-store";
import { type Begun, begunOf, quoted } from "./model";

/** Why nothing arrived: the service worker was gone, it was too large, or it is not there any more. */
export type Missed = "lost" | "size" | "gone";

export type Arrived = { id: string; begun: Begun } | { missed: Missed } | undefined;

/**
 * What was handed over, undefined until it is read. What an address says is kept under a number first, so that it outlives a
 * sign-in, and so that a reload of the page, or its address in a history, says nothing of it.
 */
export function useBegun(): Arrived {
  const [search, setSearch] = useSearchParams();
  const [arrived, setArrived] = useState<Arrived>();
  const shared = search.get("shared");
  const missed = search.get("missed");
  useEffect(() => {
    let left = false;
    const arrive = (now: Arrived) => !left && setArrived(now);
    if (missed !== null) arrive({ missed: missed === "size" ? "size" : "lost" });
    else if (shared !== null)
      getShared(shared).then(
        (found) => arrive(found ? { id: shared, begun: begunOf(found) } : { missed: "gone" }),
        () => arrive({ missed: "gone" }),
      );
    else {
      const handed = handedOver(search);
      if (!handed) arrive({ id: "", begun: { ...begunOf(EMPTY), kind: search.has("note") ? "note" : "link" } });
      else
        putShared(handed).then(
          () => !left && setSearch({ shared: handed.id }, { replace: true }),
          // A browser that forbids to keep anything keeps it on the page.
          () => arrive({ id: "", begun: begunOf(handed) }),
        );
    }
    return () => {
      left = true;
    };
  }, [search, setSearch, shared, missed]);
  return arrived;
}

const EMPTY = { title: "", text: "", url: "", files: [] };

/** What the address hands over, as the bookmarklet writes it. */
function handedOver(search: URLSearchParams) {
  const [url = "", title = "", text = ""] = ["url", "title", "text"].map((name) => search.get(name) ?? "");
  if (!(url + title + text).trim()) return undefined;
  return { ...EMPTY, id: freshId(), at: Date.now(), url, title, text: url && text ? quoted(text) : text };
}
