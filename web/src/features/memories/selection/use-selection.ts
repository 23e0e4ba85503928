import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { isCovered } from "@/lib/hotkeys";
import type { Memory } from "@/memory/kinds";
import { BEGUN, EVERY, joined, NONE, ranged, type Selection, toggled } from "./selection";

export type Selecting = {
  on: boolean;
  all: boolean;
  has: (id: string) => boolean;
  /** The selected ones that are loaded. */
  chosen: readonly Memory[];
  begin: () => void;
  toggle: (id: string) => void;
  /** Selects from the card that was selected last to this one. */
  range: (id: string) => void;
  join: (ids: readonly string[]) => void;
  selectAll: () => void;
  end: () => void;
};

/** The selection among cards. `of` names the list: another one begins with nothing selected. Escape ends it. */
export function useSelection(memories: readonly Memory[], of: string): Selecting {
  const [state, setState] = useState<{ of: string; selection: Selection }>({ of, selection: NONE });
  if (state.of !== of) setState({ of, selection: NONE });
  const selection = state.of === of ? state.selection : NONE;
  const { on, all, ids } = selection;
  const latest = useRef(memories);
  useEffect(() => {
    latest.current = memories;
  }, [memories]);

  const acts = useMemo(() => {
    const change = (how: (selection: Selection, listed: readonly string[]) => Selection) =>
      setState((state) => ({
        ...state,
        selection: how(
          state.selection,
          latest.current.map(({ _id }) => _id),
        ),
      }));
    return {
      begin: () => change(() => BEGUN),
      toggle: (id: string) => change((selection, listed) => toggled(selection, id, listed)),
      range: (id: string) => change((selection, listed) => ranged(selection, id, listed)),
      join: (ids: readonly string[]) => change((selection) => joined(selection, ids)),
      selectAll: () => change(() => EVERY),
      end: () => change(() => NONE),
    };
  }, []);

  const onEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented || event.isComposing || isCovered()) return;
    // What is opened over the page is closed first.
    if (document.querySelector("[role=dialog]")) return;
    event.preventDefault();
    acts.end();
  });
  useEffect(() => {
    if (!on) return;
    const listen = (event: KeyboardEvent) => onEscape(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, [on]);

  const has = useCallback((id: string) => all || ids.has(id), [all, ids]);
  const chosen = useMemo(
    () => (on ? memories.filter(({ _id }) => all || ids.has(_id)) : NOTHING),
    [on, all, ids, memories],
  );
  return { on, all, has, chosen, ...acts };
}

const NOTHING: readonly Memory[] = [];
