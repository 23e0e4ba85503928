/** The marks that come back today, kept in the data cache. */

import { useEffect, useEffectEvent } from "react";
import useSWR from "swr";
import { logFailure, messageOf } from "@/api/errors";
import { expectMarks, marksAreOff, noMarksToday, setMarksBack } from "@/lib/marks-back";
import { toast } from "@/ui/toast";
import { type Answer, answerReview, readReview, showReview } from "./list-calls";
import { useFollowed } from "./use-followed";

/** Returns what comes back today, and whether anything ever does; undefined until that is known. What changes follows. */
export function useBack() {
  const { data, error, mutate } = useSWR("marks back", readBack, {
    // What is read stays as it is: nothing goes while one looks at it.
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
    onError: (reason) => logFailure("reading which marks come back", reason),
  });

  // They stay where they are; those that went say so.
  useFollowed(
    (memory) => data?.highlights.some(({ memoryId }) => memoryId === memory) ?? false,
    () =>
      mutate(async (before) => followed(before, { ...(await readReview()), day: today() }), {
        revalidate: false,
      }).catch(() => {}),
  );

  useNextDay(data?.day, () => void mutate());

  /** Resolves to whether the answer was kept. */
  async function answer(id: string, how: Answer): Promise<boolean> {
    try {
      await answerReview(id, how);
      return true;
    } catch (reason) {
      logFailure("answering a mark that came back", reason);
      toast.error(messageOf(reason, "That was not kept. Please try again."));
      return false;
    }
  }

  /** Shows no more of them today, or turns them on or off. Resolves to whether that was kept. */
  async function show(what: "not today" | boolean): Promise<boolean> {
    const now = new Date();
    const tomorrow = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
    try {
      await showReview(what === "not today" ? { hiddenUntil: tomorrow.toISOString() } : { enabled: what });
    } catch (reason) {
      logFailure("setting whether marks come back", reason);
      toast.error(messageOf(reason, "That was not kept. Please try again."));
      return false;
    }
    if (what === "not today") noMarksToday();
    else setMarksBack(what);
    await mutate((before) => before && { ...before, enabled: what !== false }, { revalidate: false });
    return true;
  }

  return { back: data, failed: error !== undefined && data === undefined, answer, show };
}

type Back = Awaited<ReturnType<typeof readReview>> & {
  /** The day that they are of. */
  day: string;
  /** Those that were answered or removed since they are shown, here or elsewhere. An array, since SWR finds all sets equal. */
  gone?: readonly string[];
};

const today = () => new Date().toDateString();

/** Calls back when the day is another one: at midnight, and when the page is looked at again. */
function useNextDay(day: string | undefined, read: () => void) {
  const begin = useEffectEvent(read);
  useEffect(() => {
    if (day === undefined) return;
    const look = () => today() !== day && begin();
    const now = new Date();
    const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
    const timer = setTimeout(look, midnight.getTime() - now.getTime());
    document.addEventListener("visibilitychange", look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [day]);
}

/** What is shown, with what changed in it. */
function followed(before: Back | undefined, now: Back): Back {
  if (!before) return now;
  const known = new Map(now.highlights.map((one) => [one.id, one]));
  return {
    ...before,
    highlights: before.highlights.map((one) => known.get(one.id) ?? one),
    gone: before.highlights.map(({ id }) => id).filter((id) => !known.has(id)),
  };
}

/** Reads them, and keeps in this browser whether there is to be room for them. */
async function readBack(): Promise<Back> {
  const day = today();
  const back = { ...(await readReview()), day };
  if (!back.enabled) setMarksBack(false);
  else if (marksAreOff()) setMarksBack(true);
  else if (back.highlights.length > 0) expectMarks();
  else noMarksToday();
  return back;
}
