/**
 * What is loaded of the list of memories, and how far. Pure.
 *
 * Places sort by the time of saving, so how far a list is loaded is a place: everything that is not older is here. Each kind
 * may be loaded further down than the whole list is. What is archived is not in it.
 */

import { ALL_KINDS, type Kind, type Memory, perKind } from "@/memory/kinds";
import type { Change } from "./live/changes";
import { memoriesOf } from "./model";

export type Scope = "all" | Kind;

export type Counts = Readonly<Record<Kind, number>>;

export type Loaded = {
  /** Newest first, with those on their way out, and some that stand below a gap. */
  memories: readonly Memory[];
  /** The place down to which each is loaded: TO_THE_END, or NOWHERE. */
  loadedTo: Readonly<Record<Scope, string>>;
  /** Of all memories; undefined if the server sends none. */
  counts: Counts | undefined;
  /** The last change that is in it, as the stream of changes numbers them; "" before any. */
  change: string;
  /** Ids of those that were deleted here: an answer to an older read can't bring one back. */
  leaving: readonly string[];
  /** The last one whose deletion was taken back. */
  returned?: { id: string };
  /** Grows whenever a memory comes or goes, and not when more of them are loaded. */
  turn: number;
  /** Something changed that is not loaded: the counts may be wrong until the first page is read again. */
  doubt: boolean;
};

/** Below every place, and above. */
const TO_THE_END = "";
const NOWHERE = "\uffff";

const NOT_LOADED = { all: NOWHERE, ...perKind(() => NOWHERE) };
const NO_COUNTS: Counts = perKind(() => 0);

export const NOTHING_LOADED: Loaded = {
  memories: [],
  loadedTo: NOT_LOADED,
  counts: undefined,
  change: "",
  leaving: [],
  turn: 0,
  doubt: false,
};

export type Page = {
  content: readonly Memory[];
  /** Absent after the last page. */
  nextCursor?: string | undefined;
};

export type Front = Page & { counts?: Counts | undefined; change?: string | undefined };

/** Whether a first page has come. */
export function isKnown(list: Loaded): boolean {
  return list.loadedTo.all !== NOWHERE;
}

/** The place down to which everything is loaded. */
export function loadedDownTo({ loadedTo }: Loaded, scope: Scope): string {
  return older(loadedTo.all, loadedTo[scope]);
}

/** Returns the cursor of the next page; undefined at the end. */
export function nextCursor(list: Loaded, scope: Scope): string | undefined {
  const loadedTo = loadedDownTo(list, scope);
  return loadedTo === TO_THE_END || loadedTo === NOWHERE ? undefined : loadedTo;
}

/** Those that can be shown: what is loaded without a gap, newest first. */
export function shownOf(list: Loaded, scope: Scope): readonly Memory[] {
  const loadedTo = loadedDownTo(list, scope);
  const loaded = memoriesOf(scope, list.memories);
  return loaded.filter((memory) => placeOf(memory) >= loadedTo && !list.leaving.includes(memory._id));
}

/** Counts the memories of each kind and in total, without those being deleted. Without the server's counts, counts what is loaded. */
export function countsOf(list: Loaded): Record<Scope, number> {
  const counts = { all: 0, ...(list.counts ?? countKinds(list.memories)) };
  for (const id of list.leaving) {
    const kind = find(list, id)?.type;
    if (kind) counts[kind] = Math.max(0, counts[kind] - 1);
  }
  for (const kind of ALL_KINDS) counts.all += counts[kind];
  return counts;
}

export function find(list: Loaded, id: string): Memory | undefined {
  return list.memories.find(({ _id }) => _id === id);
}

/**
 * Returns the list with a new first page. Loaded memories that the page should contain and does not are removed. If the page
 * does not join the list, the rest is dropped. `since` are the changes received while the page was being read.
 */
export function withFront(list: Loaded, front: Front, since: readonly Change[] = []): Loaded {
  const floor = front.nextCursor ?? TO_THE_END;
  const content = since.reduce(
    (page, change) => changedPage(page, change, (memory) => placeOf(memory) >= floor),
    front.content,
  );
  const told = since.some(({ kind }) => kind !== "step");
  const counts = told && isKnown(list) ? list.counts : wellFormed(front.counts);
  const joins = floor <= (list.memories[0] ? placeOf(list.memories[0]) : "");
  const next: Loaded = {
    ...list,
    memories: joins ? [...content, ...list.memories.filter((memory) => placeOf(memory) < floor)] : content,
    loadedTo: joins ? { ...list.loadedTo, all: older(list.loadedTo.all, floor) } : { ...NOT_LOADED, all: floor },
    counts,
    change: front.change ?? list.change,
    doubt: told && list.doubt,
  };
  return { ...next, turn: list.turn + (sameAbove(list, next, floor) ? 0 : 1) };
}

/** The kinds that are loaded to their end, and of which there are fewer or more: older ones came or went unnoticed. */
export function contradicted(list: Loaded): readonly Kind[] {
  const { counts, leaving, doubt } = list;
  if (!counts || doubt) return [];
  return ALL_KINDS.filter((kind) => {
    if (loadedDownTo(list, kind) !== TO_THE_END) return false;
    const loaded = memoriesOf(kind, list.memories);
    // What is on its way out may be gone on the server, or not yet.
    const staying = loaded.filter(({ _id }) => !leaving.includes(_id));
    return counts[kind] < staying.length || counts[kind] > loaded.length;
  });
}

/** Whether two lists show the same memories as far as the older one and the first page reach. */
function sameAbove(before: Loaded, now: Loaded, floor: string): boolean {
  if (!isKnown(before)) return true;
  const from = newer(before.loadedTo.all, floor);
  const ids = (list: Loaded) =>
    shownOf(list, "all")
      .filter((memory) => placeOf(memory) >= from)
      .map(({ _id }) => _id)
      .join();
  return ids(before) === ids(now);
}

/**
 * The list with one more page, or one read again: what is older than `cursor`, of all memories or of one kind. It is the
 * same list when a gap has come between them.
 */
export function withPage(
  list: Loaded,
  scope: Scope,
  cursor: string,
  page: Page,
  since: readonly Change[] = [],
): Loaded {
  if (loadedDownTo(list, scope) > cursor) return list;
  const floor = page.nextCursor ?? TO_THE_END;
  const belongs = (memory: Memory) => {
    const place = placeOf(memory);
    return place < cursor && place >= floor && (scope === "all" || memory.type === scope);
  };
  const content = since.reduce((found, change) => changedPage(found, change, belongs), page.content);
  const ids = new Set(content.map(({ _id }) => _id));
  const others = list.memories.filter((memory) => !belongs(memory) && !ids.has(memory._id));
  const next: Loaded = {
    ...list,
    memories: [...others, ...content].sort(newestFirst),
    loadedTo: { ...list.loadedTo, [scope]: older(list.loadedTo[scope], floor) },
  };
  return { ...next, turn: list.turn + (sameAbove(list, next, TO_THE_END) ? 0 : 1) };
}

/** Applies a change that was received while the page was being read. */
function changedPage(page: readonly Memory[], change: Change, belongs: (memory: Memory) => boolean): readonly Memory[] {
  if (change.kind === "memory" && !change.memory.archived && !belongs(change.memory)) return page;
  return changed(page, change);
}

/** The list after changes, in their order. What happens to memories that are not loaded is left to a later read. */
export function withChanges(list: Loaded, changes: readonly Change[]): Loaded {
  return changes.reduce(withChange, list);
}

function withChange(list: Loaded, change: Change): Loaded {
  if (!isKnown(list)) return list;
  const id = change.kind === "memory" ? change.memory._id : change.id;
  const before = find(list, id);
  const loaded = change.kind === "memory" && placeOf(change.memory) >= loadedDownTo(list, change.memory.type);
  if (!before && !loaded) {
    const unseen = leaves(change) && ALL_KINDS.some((kind) => id < loadedDownTo(list, kind));
    return unseen ? { ...list, doubt: true } : list;
  }
  const memories = changed(list.memories, change);
  if (memories === list.memories) return list;
  const counts = list.counts && { ...list.counts };
  if (before && counts) counts[before.type] -= 1;
  const now = memories.length < list.memories.length ? undefined : change.kind === "memory" ? change.memory : before;
  if (now && counts) counts[now.type] += 1;
  const moved =
    (memories.length !== list.memories.length || before?.place !== now?.place) && !list.leaving.includes(id);
  return { ...list, memories, counts, turn: list.turn + (moved ? 1 : 0) };
}

/** Whether a change takes a memory out of the list. */
function leaves(change: Change): boolean {
  return change.kind === "deleted" || (change.kind === "memory" && change.memory.archived === true);
}

/** Memories after a change, newest first as before; the same ones when it says nothing new. */
function changed(memories: readonly Memory[], change: Change): readonly Memory[] {
  switch (change.kind) {
    case "memory":
      return change.memory.archived ? without(memories, change.memory._id) : withMemory(memories, change.memory);
    case "deleted":
      return without(memories, change.id);
    case "step":
      return withStep(memories, change);
  }
}

/** Memories after a step of a capture; the same ones when it says nothing new, or was of one that is read by now. */
export function withStep(
  memories: readonly Memory[],
  { id, step }: Extract<Change, { kind: "step" }>,
): readonly Memory[] {
  const at = memories.findIndex(({ _id, status }) => _id === id && status === "pending");
  const memory = memories[at];
  return !memory || memory.step === step ? memories : memories.with(at, { ...memory, step });
}

function withMemory(memories: readonly Memory[], memory: Memory): readonly Memory[] {
  const at = memories.findIndex(({ _id }) => _id === memory._id);
  if (at >= 0 && memories[at]?.place === memory.place) return memories.with(at, memory);
  const others = at < 0 ? memories : memories.toSpliced(at, 1);
  const before = others.findIndex((other) => placeOf(other) < placeOf(memory));
  return others.toSpliced(before < 0 ? others.length : before, 0, memory);
}

function without(memories: readonly Memory[], id: string): readonly Memory[] {
  return memories.some(({ _id }) => _id === id) ? memories.filter(({ _id }) => _id !== id) : memories;
}

/** The list without a memory that is being deleted. */
export function leave(list: Loaded, id: string): Loaded {
  if (list.leaving.includes(id)) return list;
  return { ...list, leaving: [...list.leaving, id], turn: list.turn + 1 };
}

/** Returns the list with a memory that was not deleted after all; `called` is true if the user undid the deletion. */
export function stay(list: Loaded, id: string, called: boolean): Loaded {
  if (!list.leaving.includes(id)) return list;
  const leaving = list.leaving.filter((other) => other !== id);
  return { ...list, leaving, turn: list.turn + 1, ...(called && { returned: { id } }) };
}

/**
 * Where to read on to learn what became of a memory that is on its way and beyond the first page: of each in turn, as
 * `beat` counts. Undefined when there is none.
 */
export function pendingBeyond(list: Loaded, page: number, beat: number): { scope: Kind; cursor: string } | undefined {
  const places = list.memories.flatMap(({ status }, index) => (status === "pending" && index >= page ? [index] : []));
  const at = places[beat % places.length];
  if (at === undefined) return undefined;
  const [memory, newerOne] = [list.memories[at], list.memories[at - 1]];
  return memory && newerOne && { scope: memory.type, cursor: placeOf(newerOne) };
}

/** Counts as they should be; undefined for what an older server, or none of ours, gives in their place. */
function wellFormed(counts: Counts | undefined): Counts | undefined {
  return counts && ALL_KINDS.every((kind) => Number.isInteger(counts[kind])) ? counts : undefined;
}

function countKinds(memories: readonly Memory[]): Counts {
  const counts: Record<Kind, number> = { ...NO_COUNTS };
  for (const { type } of memories) counts[type] += 1;
  return counts;
}

function newestFirst(a: Memory, b: Memory): number {
  return placeOf(a) < placeOf(b) ? 1 : -1;
}

/** What a memory sorts by. */
function placeOf({ place, _id }: Memory): string {
  return place ?? _id;
}

function older(a: string, b: string): string {
  return a < b ? a : b;
}

function newer(a: string, b: string): string {
  return a > b ? a : b;
}
