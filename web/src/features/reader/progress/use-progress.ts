import { useEffect, useRef, useState } from "react";
import { type Kept, useKeepProgress } from "../api";

/** How long a reader rests before the place is kept, in milliseconds. */
const REST = 2500;

/** Less than this share is no place to go on at, nor is the end. */
export const BEGUN = 0.03;

type Args = {
  /** The memory, once its text is there to be read. */
  id: string | undefined;
  /** How far it was read before; undefined until that is known. */
  kept: Kept | undefined;
  at: Kept;
  /** The last scroll was a jump, to look at something. */
  jumped: boolean;
  /** The reader has marked it as unread since. */
  unread?: boolean;
  /** The least share that counts as begun. */
  least?: number;
  /** Whether an earlier place is offered; else the page begins there by itself. */
  offers?: boolean;
};

/**
 * Keeps how far a memory is read: when its reader rests, and on leaving. A look at something elsewhere in it is not kept, nor
 * is one at its beginning. Returns the place of an earlier time to go on at, until that is taken or passed.
 */
export function useProgress(args: Args) {
  const { id, kept, at, jumped, unread = false, least = BEGUN, offers = true } = args;
  const { leaf, share } = at;
  const keep = useKeepProgress();
  const [offered, setOffered] = useState<Kept>();
  const last = useRef<Kept>(undefined);
  const known = id !== undefined && kept !== undefined;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the place is offered once, as it was on opening.
  useEffect(() => {
    if (!known) return;
    last.current = kept;
    if (offers && kept.share >= least && kept.share < 1 && (jumped || share < kept.share)) setOffered(kept);
  }, [known, id]);

  const passed = offered !== undefined && !jumped && share >= offered.share;
  useEffect(() => {
    if (passed) setOffered(undefined);
  }, [passed]);

  const waits = unread || offered !== undefined || jumped || share < least;
  useEffect(() => {
    if (!id || !known || !last.current || waits || share === last.current.share) return;
    const save = (leaving: boolean) => {
      if (last.current?.share === share) return;
      last.current = { leaf, share };
      keep(id, { leaf, share }, leaving);
    };
    const timer = setTimeout(save, REST, false);
    const hide = () => document.visibilityState === "hidden" && save(true);
    document.addEventListener("visibilitychange", hide);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", hide);
    };
  }, [id, known, leaf, share, waits, keep]);

  // What was read since the last rest is kept when the page is left.
  const now = useRef({ leaf, share, waits });
  now.current = { leaf, share, waits };
  useEffect(() => {
    if (!id) return;
    return () => {
      const { waits, ...at } = now.current;
      if (last.current && last.current.share !== at.share && !waits) keep(id, at, true);
    };
  }, [id, keep]);

  return { offered, take: () => setOffered(undefined) };
}
