/** Which cards are selected. Pure. */

export type Selection = {
  /** Whether cards are being selected, of which there may be none yet. */
  on: boolean;
  ids: ReadonlySet<string>;
  /** Where a range begins: the card that was selected last. */
  anchor: string | undefined;
  /** All that are listed, loaded or not. */
  all: boolean;
};

export const NONE: Selection = { on: false, ids: new Set(), anchor: undefined, all: false };

export const BEGUN: Selection = { ...NONE, on: true };

export const EVERY: Selection = { ...NONE, on: true, all: true };

/** With one card more, or less. */
export function toggled(selection: Selection, id: string, listed: readonly string[]): Selection {
  // All but one are those that are loaded: others were never seen.
  const ids = new Set(selection.all ? listed : selection.ids);
  if (!ids.delete(id)) ids.add(id);
  return { on: true, ids, anchor: id, all: false };
}

/** With all cards from the one that was selected last to this one. */
export function ranged(selection: Selection, id: string, listed: readonly string[]): Selection {
  if (selection.all) return selection;
  const [from, to] = [listed.indexOf(selection.anchor ?? id), listed.indexOf(id)];
  if (from < 0 || to < 0) return toggled(selection, id, listed);
  const range = listed.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { on: true, ids: new Set([...selection.ids, ...range]), anchor: selection.anchor ?? id, all: false };
}

/** With these cards; the last of them is where a range begins. */
export function joined(selection: Selection, ids: readonly string[]): Selection {
  if (selection.all) return selection;
  return { on: true, ids: new Set([...selection.ids, ...ids]), anchor: ids.at(-1), all: false };
}
