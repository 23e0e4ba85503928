import Search from "lucide-react/icons/search";
import { useId, useRef, useState } from "react";
import { classNames } from "@/lib/class-names";
import { countText } from "@/memory/count-text";
import { useFacets } from "@/memory/filter/api";
import { stateLabel } from "@/memory/filter/labels";
import { parseFilter } from "@/memory/filter/parse";
import { type Facets, type Suggestion, suggest } from "@/memory/filter/suggest";
import { filterText, isSame, type Word, withoutWord, withWord, wordText } from "@/memory/filter/words";
import type { Kind } from "@/memory/kinds";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Picker } from "@/ui/picker";
import { type BarProps, SORTS } from "./model";
import { WordIcon } from "./word-icon";
import "./filter-sheet.css";

type Props = Pick<BarProps, "query" | "onQuery" | "kind"> & { open: boolean; onClose: () => void };

/** The words that need no value of the library. */
const STATES: readonly Whole[] = (
  ["starred", "unread", "read", "archived", "highlighted", "tagged", "feed", "failed"] as const
).map((value) => ({ key: "is", label: stateLabel(value), word: { key: "is", value } }));

/** The others, each begun as it is typed. */
const GROUPS: readonly { title: string; begun: string }[] = [
  { title: "Tags", begun: "tag:" },
  { title: "Sites", begun: "from:" },
  { title: "Authors", begun: "by:" },
  { title: "Languages", begun: "lang:" },
  { title: "Saved", begun: "on:" },
];

/** The number of each that is shown at first. */
const SHOWN = 8;

type Whole = Extract<Suggestion, { word: Word }>;

const isWhole = (one: Suggestion): one is Whole => "word" in one;

/** All that a list can be narrowed by, as chips to press, and its order. Each press counts at once. */
export default function FilterSheet({ open, onClose, query, onQuery, kind }: Props) {
  const { words } = parseFilter(query.filter);
  const whole = useFacets(open ? "" : undefined);
  const facets = useFacets(open ? query.filter : undefined);
  const [typed, setTyped] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const set = (next: readonly Word[]) => onQuery({ ...query, filter: filterText(next) });
  const toggle = (word: Word) =>
    set(words.some((other) => isSame(other, word)) ? withoutWord(words, word) : withWord(words, word));
  const choose = (one: Suggestion | undefined) => {
    if (!one) return;
    setTyped(isWhole(one) ? "" : one.fill);
    if (isWhole(one)) set(withWord(words, one.word));
    field.current?.focus();
  };
  const offered = typed.trim() === "" ? [] : suggest(typed, facets, words, new Date());
  const chips = { words, onToggle: toggle };
  return (
    <Dialog open={open} onClose={onClose} title="Filters">
      <div className="dialog-body filter-sheet">
        <div className="filter-find">
          <Search className="i" aria-hidden="true" />
          <input
            ref={field}
            className="input"
            aria-label="Find a filter"
            placeholder="A tag, a site, a year…"
            dir="auto"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="done"
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
              event.preventDefault();
              choose(offered[0]);
            }}
          />
        </div>
        {typed.trim() === "" ? (
          <>
            <Chips title="Only" all={STATES} {...chips} />
            {GROUPS.map(({ title, begun }) => (
              <Chips
                key={title}
                title={title}
                all={suggest(begun, whole, [], new Date()).filter(isWhole)}
                onMore={() => {
                  setTyped(begun);
                  field.current?.focus();
                }}
                {...chips}
              />
            ))}
            <div className="filter-group">
              <h3>Order</h3>
              <Picker label="Sort" value={query.sort} options={SORTS} onPick={(sort) => onQuery({ ...query, sort })} />
            </div>
          </>
        ) : (
          <Offered all={offered} onChoose={choose} />
        )}
      </div>
      <div className="dialog-foot">
        {(words.length > 0 || query.sort !== "saved") && (
          <Button look="ghost" onClick={() => onQuery({ filter: "", sort: "saved" })}>
            Clear
          </Button>
        )}
        <Button onClick={onClose}>{shownText(countOf(facets, kind))}</Button>
      </div>
    </Dialog>
  );
}

/** How many a filter keeps, of a kind or of all; undefined until it is known. */
function countOf(facets: Facets | undefined, kind: Kind | undefined): number | undefined {
  const counted = facets?.kinds.filter(({ name }) => !kind || name === kind);
  return counted?.reduce((sum, { count }) => sum + count, 0);
}

function shownText(count: number | undefined): string {
  if (count === undefined) return "Done";
  return count === 0 ? "Nothing fits" : `Show ${countText(count)}`;
}

type ChipsProps = {
  title: string;
  all: readonly Whole[];
  words: readonly Word[];
  onToggle: (word: Word) => void;
  onMore?: () => void;
};

function Chips({ title, all, words, onToggle, onMore }: ChipsProps) {
  const id = useId();
  if (all.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields.
    <div className="filter-group" role="group" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <div className="filter-chips">
        {all.slice(0, SHOWN).map(({ key, word, label, count }) => {
          const on = words.some((other) => isSame(other, word));
          return (
            <button
              key={wordText(word)}
              type="button"
              className={classNames("chip", on && "chip-on")}
              aria-pressed={on}
              onClick={() => onToggle(word)}
            >
              {key === "is" && <WordIcon of={key} value={word.value} />}
              <bdi>{label.replace(/^Saved in /, "")}</bdi>
              {count !== undefined && <small className="num">{count}</small>}
            </button>
          );
        })}
        {all.length > SHOWN && (
          <button type="button" className="chip" aria-label={`More ${title.toLowerCase()}`} onClick={onMore}>
            More…
          </button>
        )}
      </div>
    </div>
  );
}

/** What the typed text may become. */
function Offered({ all, onChoose }: { all: readonly Suggestion[]; onChoose: (one: Suggestion) => void }) {
  return (
    <div>
      <ul aria-label="Filters found">
        {all.map((one) => (
          <li key={isWhole(one) ? wordText(one.word) : one.fill}>
            <button type="button" className="item" onClick={() => onChoose(one)}>
              <WordIcon of={one.key} {...(isWhole(one) && { value: one.word.value })} />
              <bdi>{one.label}</bdi>
              {one.count !== undefined && <span className="sub num">{one.count}</span>}
            </button>
          </li>
        ))}
      </ul>
      <p role="status" className={all.length > 0 ? "vh" : "filter-none"}>
        {all.length > 0 ? `${all.length} found` : "Nothing you saved is like that."}
      </p>
    </div>
  );
}
