/** All highlights, page by page. */

import { useMemo } from "react";
import useSWRInfinite from "swr/infinite";
import { logFailure, messageOf, statusOf } from "@/api/errors";
import { toast } from "@/ui/toast";
import { MARK_GONE } from "./api";
import { type Change, changeHighlight } from "./calls";
import { setLastColor } from "./color";
import { type Filters, listHighlights } from "./list-calls";
import type { Listed } from "./model";
import { holdRemoval, useHeld } from "./removals";
import { useFollowed } from "./use-followed";
import { LIST, useForget, useReread, useRereadToo } from "./use-reread";

type Page = { highlights: Listed[]; next?: string };

/** Returns the marks that pass the filters, as far as they are loaded, and what can be done with each. */
export function useAllHighlights(filters: Filters) {
  const { color = "", type = "", q = "" } = filters;
  const { during, isBusy } = useFollowed(() => true, useReread());
  const forget = useForget();
  const { data, error, size, setSize, mutate, isLoading, isValidating } = useSWRInfinite(
    (_, before: Page | null) => {
      if (before && !before.next) return null;
      return [LIST, color, type, q, before?.next ?? ""] as const;
    },
    ([, , , , cursor]) => listHighlights(filters, cursor),
    {
      // Keeps the list that was, until the next one is there.
      keepPreviousData: true,
      isPaused: isBusy,
      // All is read when it is shown anew; a further page alone afterwards.
      revalidateOnMount: true,
      revalidateFirstPage: false,
      onError: (reason) => logFailure("reading all highlights", reason),
    },
  );
  useRereadToo(() => mutate());
  const held = useHeld();
  const highlights = useMemo(
    () => data?.flatMap((page) => page.highlights).filter(({ id }) => !held.has(id)),
    [data, held],
  );

  const edit = (change: (page: Page) => Page) => mutate((pages) => pages?.map(change), { revalidate: false });

  /** Resolves to whether the change was kept; until it fails it is shown. */
  const change = (id: string, to: Change): Promise<boolean> => during(changed(id, to));

  async function changed(id: string, to: Change): Promise<boolean> {
    const before = highlights?.find((one) => one.id === id);
    const show = (part: Change) => edit((page) => ({ ...page, highlights: withPart(page.highlights, id, part) }));
    if (!before) return false;
    if (to.color) setLastColor(to.color);
    void show(to);
    try {
      await changeHighlight(id, to);
      // It may be in other lists, or no longer in those.
      forget();
      return true;
    } catch (reason) {
      await show({ color: before.color, remark: before.remark });
      logFailure("changing a mark", reason);
      if (statusOf(reason) === 404) void edit((page) => without(page, id));
      toast.error(
        statusOf(reason) === 404 ? MARK_GONE : messageOf(reason, "The mark could not be changed. Please try again."),
      );
      return false;
    }
  }

  function remove(id: string): void {
    holdRemoval(id, async () => {
      forget();
      await edit((page) => without(page, id));
    });
  }

  return {
    highlights,
    more: Boolean(data?.at(-1)?.next),
    /** The last request failed: what is there of the list stays, and no more is read of itself. */
    failed: error !== undefined,
    /** The list still belongs to the filters before. */
    waiting: isLoading,
    reading: isValidating,
    readMore: () => void setSize((data?.length ?? 0) + 1),
    retry: () => void setSize(size),
    change,
    remove,
  };
}

const without = (page: Page, id: string): Page => ({
  ...page,
  highlights: page.highlights.filter((one) => one.id !== id),
});

function withPart(all: readonly Listed[], id: string, part: Change): Listed[] {
  return all.map((one) => (one.id === id ? { ...one, ...part } : one));
}
