import { useEffect, useRef, useState } from "react";
import { client, unwrap } from "@/api/client";
import { logFailure } from "@/api/errors";
import type { Memory } from "@/memory/kinds";
import type { Reading } from "../outline/use-reading";

/** How long a reader rests before the place is kept, in milliseconds. */
const REST = 2500;

/** Less than this share is no place to go on at, nor is the end. */
const BEGUN = 0.03;

type Kept = { leaf: number; share: number };

/**
 * Keeps how far a memory is read: when its reader rests, and on leaving. Returns the place of an earlier time to go on at,
 * until that is taken or passed.
 */
export function useProgress(memory: Memory | undefined, reading: Reading, isHere: boolean) {
  const id = memory?._id;
  const [offered, setOffered] = useState<Kept>();
  const last = useRef<Kept>(undefined);
  const known = memory !== undefined && isHere;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the place is offered once, as it was on opening.
  useEffect(() => {
    if (!memory || !known) return;
    const { progress: share = 0, readTo: leaf = 0 } = memory;
    last.current = { share, leaf };
    if (share >= BEGUN && share < 1 && leaf > 0 && reading.share < share) setOffered({ leaf, share });
  }, [known, id]);

  const passed = offered !== undefined && reading.share >= offered.share;
  useEffect(() => {
    if (passed) setOffered(undefined);
  }, [passed]);

  const { first: leaf, share } = reading;
  const waits = offered !== undefined;
  useEffect(() => {
    const before = last.current;
    // A place to go on at is not lost to a look at the beginning.
    if (!id || !before || waits || share === before.share || (share < BEGUN && before.share === 0)) return;
    const keep = (leaving: boolean) => {
      if (last.current?.share === share) return;
      last.current = { leaf, share };
      save(id, { leaf, share }, leaving);
    };
    const timer = setTimeout(keep, REST, false);
    const hide = () => document.visibilityState === "hidden" && keep(true);
    document.addEventListener("visibilitychange", hide);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", hide);
    };
  }, [id, leaf, share, waits]);

  // What was read since the last rest is kept when the page is left.
  const now = useRef<Kept & { waits: boolean }>({ leaf, share, waits });
  now.current = { leaf, share, waits };
  useEffect(() => {
    if (!id) return;
    return () => {
      const { current: at } = now;
      if (last.current && last.current.share !== at.share && at.share >= BEGUN && !at.waits) save(id, at, true);
    };
  }, [id]);

  return { offered, take: () => setOffered(undefined) };
}

function save(id: string, { leaf, share }: Kept, keepalive: boolean): void {
  const call = client.PUT("/api/v1/content/{id}/progress", {
    params: { path: { id } },
    body: { leaf, share },
    keepalive,
  });
  unwrap(call).catch((reason: unknown) => logFailure("keeping how far a memory is read", reason));
}
