/** The highlights of one memory, kept in the data cache. */

import { useCallback, useMemo, useRef } from "react";
import useSWR, { useSWRConfig } from "swr";
import { logFailure, messageOf, statusOf } from "@/api/errors";
import { expectMarks } from "@/lib/marks-back";
import { toast } from "@/ui/toast";
import {
  addHighlight,
  type Change,
  changeHighlight,
  type NewHighlight,
  readHighlights,
  removeHighlight,
} from "./calls";
import { setLastColor } from "./color";
import type { Highlight } from "./model";
import { holdRemoval, useHeld } from "./removals";
import { useFollowed } from "./use-followed";
import { useReread } from "./use-reread";

type All = readonly Highlight[];

const without = (all: All = [], ...ids: string[]): All => all.filter(({ id }) => !ids.includes(id));
/** The list with a mark in the place of the one with an id, or at its end. */
function withOne(all: All = [], one: Highlight, id = one.id): All {
  return all.some((other) => other.id === id) ? all.map((other) => (other.id === id ? one : other)) : [...all, one];
}

let made = 0;

/**
 * Returns a memory's marks, undefined until they are read, and again when they change elsewhere. Changes show at once, and
 * are taken back where they fail.
 */
export function useHighlights(memory: string) {
  const global = useSWRConfig();
  const { during, isBusy } = useFollowed(
    (id, gone) => id === memory && !gone,
    () => void global.mutate(["highlights", memory]),
  );
  const { data, error, mutate } = useSWR<All>(["highlights", memory], () => readHighlights(memory), {
    isPaused: isBusy,
    shouldRetryOnError: (reason: unknown) => statusOf(reason) !== 404,
    onError: (reason) => statusOf(reason) !== 404 && logFailure("reading highlights", reason),
  });
  const held = useHeld();
  const reread = useReread();
  const highlights = useMemo(() => data?.filter(({ id }) => !held.has(id)), [data, held]);
  /** The marks as the server knows them, by the ids that they have until it does. */
  const given = useRef(new Map<string, Promise<Highlight>>());
  const aliases = useRef(new Map<string, string>());
  const settled = async (id: string) => (await given.current.get(id))?.id ?? id;
  const find = (id: string) => {
    const own = aliases.current.get(id) ?? id;
    return highlights?.find((one) => one.id === own);
  };

  const edit = useCallback((change: (all?: All) => All) => mutate(change, { revalidate: false }), [mutate]);

  /** Marks a stretch, in place of marks that it takes in. Returns its id, which `find` knows from now on. */
  function add(draft: NewHighlight, replaced: readonly string[] = []): string {
    setLastColor(draft.color);
    made += 1;
    const id = `new-${made}`;
    const now = new Date().toISOString();
    const taken = data?.filter((one) => replaced.includes(one.id)) ?? [];
    const known = data !== undefined;
    const shown = { ...draft, id, memoryId: memory, orphaned: false, createdAt: now, updatedAt: now };
    void edit((all) => withOne(without(all, ...replaced), shown));
    const answer = addHighlight(memory, draft);
    given.current.set(id, answer);
    const done = answer.then(
      async (kept) => {
        aliases.current.set(id, kept.id);
        expectMarks();
        // What was changed meanwhile is on its way.
        await edit((all) => withOne(all, { ...kept, ...changedOf(all, id) }, id));
        if (!known) void mutate();
        await Promise.all(replaced.map(async (other) => removeHighlight(await settled(other)))).catch((reason) => {
          logFailure("removing what a mark took in", reason);
          void mutate();
        });
      },
      async (reason) => {
        await edit((all) => taken.reduce(withOneOf, without(all, id)));
        fail("keeping a mark", reason, "The mark could not be kept. Please try again.", MEMORY_GONE);
        // It is shown as gone.
        if (statusOf(reason) === 404) void global.mutate(["memory", memory]);
      },
    );
    void during(done);
    return id;
  }

  /** Resolves to whether the change was kept. */
  const change = (id: string, to: Change): Promise<boolean> => during(changed(id, to));

  async function changed(id: string, to: Change): Promise<boolean> {
    const before = find(id);
    if (!before) return false;
    if (to.color) setLastColor(to.color);
    const show = (part: Change) =>
      edit((all) => (all ?? []).map((one) => (isOne(one, id, before.id) ? { ...one, ...part } : one)));
    void show(to);
    try {
      const kept = await changeHighlight(await settled(id), to);
      await edit((all) => (all ?? []).map((one) => (isOne(one, id, kept.id) ? kept : one)));
      reread();
      return true;
    } catch (reason) {
      await show({ color: before.color, remark: before.remark });
      fail("changing a mark", reason, "The mark could not be changed. Please try again.", MARK_GONE);
      if (statusOf(reason) === 404) void edit((all) => without(all, before.id, id));
      return false;
    }
  }

  async function remove(id: string): Promise<void> {
    const own = await settled(id).catch(() => undefined);
    if (!own) return;
    holdRemoval(own, async () => {
      await edit((all) => without(all, own));
      reread();
    });
  }

  return {
    highlights,
    /** They could not be read, so it is not known which there are. */
    failed: error !== undefined && data === undefined && statusOf(error) !== 404,
    retry: () => void mutate(),
    find,
    add,
    change,
    remove,
  };
}

export type Highlights = ReturnType<typeof useHighlights>;

/** Whether it is the mark with an id, under that of before or the present one. */
const isOne = (one: Highlight, ...ids: string[]) => ids.includes(one.id);

function changedOf(all: All = [], id: string): Change {
  const one = all.find((other) => other.id === id);
  return one ? { color: one.color, remark: one.remark } : {};
}

const withOneOf = (all: All, one: Highlight) => withOne(all, one);

const MEMORY_GONE = "This memory was deleted meanwhile, so nothing can be marked in it.";
/** The message for a mark that the server has no more. */
export const MARK_GONE = "This mark was removed meanwhile.";

/** Says what failed; `gone` where it is because the server has it no more. */
function fail(what: string, reason: unknown, words: string, gone: string): void {
  logFailure(what, reason);
  toast.error(statusOf(reason) === 404 ? gone : messageOf(reason, words));
}
