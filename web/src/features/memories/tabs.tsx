import ChevronDown from "lucide-react/icons/chevron-down";
import Layers from "lucide-react/icons/layers";
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import { compact } from "@/lib/compact";
import type { TabId } from "./model";
import { TABS } from "./tab-list";

type Props = {
  chosen: TabId;
  counts: Partial<Record<TabId, number>>;
  onChoose: (tab: TabId) => void;
  /** Id of the panel that the tabs rule. */
  panelId: string;
};

export const tabElementId = (tab: TabId) => `tab-${tab}`;

/** The kinds of memory. One stop for the Tab key; the arrows move on. Under 600 they fold behind a button. */
export function Tabs({ chosen, counts, onChoose, panelId }: Props) {
  const [unfolded, setUnfolded] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);

  // On a phone's first visit they would open below the window.
  useLayoutEffect(() => {
    if (unfolded) list.current?.scrollIntoView({ block: "nearest", behavior: "instant" });
  }, [unfolded]);

  const toggle = () => {
    compact();
    setUnfolded(!unfolded);
  };

  const choose = (tab: TabId) => {
    onChoose(tab);
    if (!unfolded) return;
    // The list goes away with the focus in it.
    button.current?.focus();
    setUnfolded(false);
  };

  const move = (event: KeyboardEvent) => {
    const next = neighbour(chosen, event.key);
    if (!next) return;
    event.preventDefault();
    onChoose(next);
    list.current?.querySelector<HTMLElement>(`#${tabElementId(next)}`)?.focus();
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
        {TABS.find((tab) => tab.id === chosen)?.label}
        <Count value={counts[chosen]} />
        <ChevronDown className="i" />
      </button>
      <div id="memory-tabs" ref={list} className="tabs" role="tablist" aria-label="Kinds of memory" onKeyDown={move}>
        {TABS.map(({ id, label }) => (
          <button
            key={id}
            type="button"
            id={tabElementId(id)}
            role="tab"
            className="tab"
            aria-selected={id === chosen}
            aria-controls={panelId}
            tabIndex={id === chosen ? 0 : -1}
            onClick={() => choose(id)}
          >
            {label}
            <Count value={counts[id]} />
          </button>
        ))}
      </div>
    </div>
  );
}

function Count({ value }: { value: number | undefined }) {
  return value === undefined ? null : <span className="muted num">{value}</span>;
}

/** The tab that a key leads to, round the ends. */
function neighbour(chosen: TabId, key: string): TabId | undefined {
  const at = TABS.findIndex((tab) => tab.id === chosen);
  const last = TABS.length - 1;
  const steps: Record<string, number> = {
    ArrowRight: at === last ? 0 : at + 1,
    ArrowDown: at === last ? 0 : at + 1,
    ArrowLeft: at === 0 ? last : at - 1,
    ArrowUp: at === 0 ? last : at - 1,
    Home: 0,
    End: last,
  };
  const to = steps[key];
  return to === undefined ? undefined : TABS[to]?.id;
}
