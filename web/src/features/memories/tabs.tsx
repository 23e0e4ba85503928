import Bookmark from "lucide-react/icons/bookmark";
import ChevronDown from "lucide-react/icons/chevron-down";
import Layers from "lucide-react/icons/layers";
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { afterwards } from "@/lib/afterwards";
import { compact } from "@/lib/compact";
import { type Kept, useKept } from "@/memory/filter/kept";
import type { TabId } from "./model";
import { EVERYTHING, type Query } from "./query";
import { TABS } from "./tab-list";

type Props = {
  chosen: TabId;
  counts: Partial<Record<TabId, number>>;
  onChoose: (tab: TabId) => void;
  /** Id of the panel that the tabs rule. */
  panelId: string;
  query: Query;
  onQuery: (query: Query) => void;
};

export const tabElementId = (tab: TabId) => `tab-${tab}`;

/**
 * The kinds of memory, and behind them the filters that are kept. One stop for the Tab key; the arrows move on. Under 600 they
 * fold behind a button.
 */
export function Tabs({ chosen, counts, onChoose, panelId, query, onQuery }: Props) {
  const [unfolded, setUnfolded] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const kept = useKept(useAfterwards()) ?? NONE;
  // Of one kind, a kept filter is narrowed further: the kind is chosen then.
  const one =
    chosen === "all" ? kept.find(({ filter, sort }) => filter === query.filter && sort === query.sort) : undefined;

  // On a phone's first visit they would open below the window.
  useLayoutEffect(() => {
    if (unfolded) list.current?.scrollIntoView({ block: "nearest", behavior: "instant" });
  }, [unfolded]);

  const toggle = () => {
    compact();
    setUnfolded(!unfolded);
  };

  const take = (tab: TabId) => {
    // All memories, and not those of the kept filter that is chosen.
    if (one && tab === "all") onQuery(EVERYTHING);
    onChoose(tab);
  };
  const takeKept = ({ filter, sort }: Kept) => {
    onChoose("all");
    onQuery({ filter, sort });
  };
  const fold = () => {
    if (!unfolded) return;
    // The list goes away with the focus in it.
    button.current?.focus();
    setUnfolded(false);
  };

  const move = (event: KeyboardEvent) => {
    const all = [...TABS.map(({ id }) => tabElementId(id)), ...kept.map(({ id }) => keptElementId(id))];
    const now = all.indexOf(one ? keptElementId(one.id) : tabElementId(chosen));
    const next = neighbour(now, all.length, event.key);
    if (next === undefined) return;
    event.preventDefault();
    const [tab, filter] = [TABS[next], kept[next - TABS.length]];
    if (tab) take(tab.id);
    else if (filter) takeKept(filter);
    list.current?.querySelector<HTMLElement>(`#${CSS.escape(all[next] ?? "")}`)?.focus();
  };

  return (
    <div className="tabs-bar">
      <button
        type="button"
        ref={button}
        className="tabs-toggle"
        aria-expanded={unfolded}
        aria-controls="memory-tabs"
        onClick={toggle}
      >
        <Layers className="i" />
        {one?.name ?? TABS.find((tab) => tab.id === chosen)?.label}
        <Count value={counts[chosen]} />
        <ChevronDown className="i" />
      </button>
      <div id="memory-tabs" ref={list} className="tabs" role="tablist" aria-label="Kinds of memory" onKeyDown={move}>
        {TABS.map(({ id, label }) => {
          const is = id === chosen && !one;
          return (
            <button
              key={id}
              type="button"
              id={tabElementId(id)}
              role="tab"
              className="tab"
              aria-selected={is}
              aria-controls={panelId}
              tabIndex={is ? 0 : -1}
              onClick={() => {
                take(id);
                fold();
              }}
            >
              {label}
              <Count value={counts[id]} />
            </button>
          );
        })}
        {kept.map((filter) => (
          <button
            key={filter.id}
            type="button"
            id={keptElementId(filter.id)}
            role="tab"
            className="tab tab-kept"
            aria-selected={filter === one}
            aria-controls={panelId}
            tabIndex={filter === one ? 0 : -1}
            onClick={() => {
              takeKept(filter);
              fold();
            }}
          >
            <Bookmark className="i i-s" />
            <bdi>{filter.name}</bdi>
          </button>
        ))}
      </div>
    </div>
  );
}

const NONE: readonly Kept[] = [];

const keptElementId = (id: string) => `kept-${id}`;

/** False until the page is at rest. */
function useAfterwards(): boolean {
  const [rested, setRested] = useState(false);
  useEffect(() => afterwards(() => setRested(true)), []);
  return rested;
}

function Count({ value }: { value: number | undefined }) {
  return value === undefined ? null : <span className="muted num">{value}</span>;
}

/** The tab that a key leads to, round the ends. */
function neighbour(at: number, count: number, key: string): number | undefined {
  switch (key) {
    case "ArrowRight":
    case "ArrowDown":
      return (at + 1) % count;
    case "ArrowLeft":
    case "ArrowUp":
      return (at - 1 + count) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
  }
  return undefined;
}
