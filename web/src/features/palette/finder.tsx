import Search from "lucide-react/icons/search";
import X from "lucide-react/icons/x";
import { type KeyboardEvent, type RefObject, useEffect, useId, useState } from "react";
import { hasKey, keyOf } from "@/lib/hotkeys";
import { useFacets } from "@/memory/filter/api";
import { parseFilter } from "@/memory/filter/parse";
import { Keys } from "@/ui/keys";
import { useSearch } from "./api";
import { filterGroup, isFilterBegun } from "./filter-group";
import { actionGroup, askGroup, memoryGroup } from "./groups";
import { type Action, moved, queryOf } from "./model";
import { type Row, Rows } from "./rows";

type Props = {
  input: RefObject<HTMLInputElement | null>;
  actions: readonly Action[];
  onOpen: (id: string) => void;
  onFilter: (filter: string) => void;
  onAsk: (question: string) => void;
  onClose: () => void;
  /** Runs the chosen action after the palette has closed. */
  onChoose: (run: () => void) => void;
};

/** The combobox and its list. The focus stays in the field, and aria-activedescendant points to the active row. */
export function Finder({ input, actions, onOpen, onFilter, onAsk, onClose, onChoose }: Props) {
  const id = useId();
  const [typed, setTyped] = useState("");
  const query = queryOf(typed);
  const found = useSearch(query);
  const acting = actionGroup(actions, query);
  const { words, rest } = parseFilter(query);
  const facets = useFacets(isFilterBegun(typed) ? "" : undefined);
  const filtering = filterGroup(typed, facets, words, rest === "" ? onFilter : undefined);
  const finding = [askGroup(query, onAsk), memoryGroup(found, query, rest, onOpen)];
  const begun = words.length > 0 || isFilterBegun(typed) ? [filtering, ...finding] : [...finding, filtering];
  // The first row is active until the user chooses another.
  const groups = acting.named ? [acting, ...begun] : [...begun, acting];
  const rows = groups.flatMap((group) => group.rows);
  const [meant, setMeant] = useState<string>();
  const at = Math.max(
    rows.findIndex((row) => row.id === meant),
    0,
  );
  const active = rows[at];
  const optionId = (row: Row) => `${id}-${row.id}`;

  const activeId = active && optionId(active);
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: "nearest" });
  }, [activeId]);

  function choose({ fill, run }: Row) {
    if (fill === undefined) return onChoose(run);
    setTyped(fill);
    setMeant(undefined);
  }

  function onKeyDown(event: KeyboardEvent) {
    // Keys belong to the input method while it is composing.
    if (event.nativeEvent.isComposing) return;
    const next = moved(event.key, at, rows.length);
    if (next !== undefined) setMeant(rows[next]?.id);
    else if (event.key === "Enter" && active) choose(active);
    else if (hasKey("mod+k", keyOf(event.nativeEvent))) onClose();
    else return;
    event.preventDefault();
  }

  return (
    <>
      <div className="palette-in">
        <Search className="i" />
        <input
          ref={input}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setMeant(undefined);
          }}
          onKeyDown={onKeyDown}
          dir="auto"
          role="combobox"
          aria-label="Find or do anything"
          placeholder="Find or do anything"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={activeId}
          aria-autocomplete="list"
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
        />
        <button type="button" className="palette-out" aria-label="Close" onClick={onClose}>
          <Keys keys="escape" />
          <X className="i" />
        </button>
      </div>
      <Rows
        id={`${id}-list`}
        groups={groups}
        active={active}
        optionId={optionId}
        onMean={(row) => setMeant(row.id)}
        onChoose={choose}
      />
      <div role="status" className="vh">
        {groups.find(({ note }) => note)?.note ?? countText(found)}
      </div>
      <div className="palette-foot" aria-hidden="true">
        <span>
          <Keys keys="arrowup" />
          <Keys keys="arrowdown" /> move
        </span>
        <span>
          <Keys keys="enter" /> open
        </span>
      </div>
    </>
  );
}

function countText({ of, memories, waiting }: ReturnType<typeof useSearch>): string {
  if (waiting || of === "") return "";
  return memories.length === 1 ? "1 memory found" : `${memories.length} memories found`;
}
