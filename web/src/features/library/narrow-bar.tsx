import ArrowDownWideNarrow from "lucide-react/icons/arrow-down-wide-narrow";
import SlidersHorizontal from "lucide-react/icons/sliders-horizontal";
import X from "lucide-react/icons/x";
import { lazy, Suspense, useRef, useState } from "react";
import { parseFilter } from "@/memory/filter/parse";
import { filterText, withoutWord, wordText } from "@/memory/filter/words";
import { preloadDialog } from "@/ui/dialog";
import { openLate } from "@/ui/open-late";
import { type BarProps, SORTS } from "./model";
import { SelectButton } from "./select-button";
import { WordChip } from "./word-chip";

const loadSheet = () => import("./filter-sheet");
const FilterSheet = lazy(loadSheet);

/** The same on a phone: what is chosen is in the row, all that can be is in a sheet. */
export function NarrowBar({ query, onQuery, kind, selecting, onSelecting }: BarProps) {
  const { words } = parseFilter(query.filter);
  const sort = SORTS.find(({ value }) => value === query.sort && value !== "saved");
  const count = words.length + (sort ? 1 : 0);
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState<boolean>();
  const show = () =>
    void openLate(
      () => Promise.all([loadSheet(), preloadDialog()]),
      () => setOpen(true),
      "The filters did not open. Please try again.",
    );
  const change = (next: typeof query) => {
    // The chip that was pressed goes.
    button.current?.focus({ preventScroll: true });
    onQuery(next);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields.
    <div className="filters filters-narrow" role="group" aria-label="Filters">
      <button
        ref={button}
        type="button"
        className="chip"
        aria-haspopup="dialog"
        aria-label={count > 0 ? `Filters, ${count} chosen` : "Filters"}
        onClick={show}
      >
        <SlidersHorizontal className="i i-s" />
        {count === 0 && "Filters"}
        {count > 0 && <b className="filters-count num">{count}</b>}
      </button>
      <div className="filters-on">
        {words.map((word) => (
          <WordChip
            key={wordText(word)}
            word={word}
            onRemove={() => change({ ...query, filter: filterText(withoutWord(words, word)) })}
          />
        ))}
        {sort && (
          <button
            type="button"
            className="chip chip-on"
            aria-label={`Sort: ${sort.label}, remove`}
            onClick={() => change({ ...query, sort: "saved" })}
          >
            <ArrowDownWideNarrow className="i i-s" />
            {sort.label}
            <X className="i i-s chip-x" />
          </button>
        )}
      </div>
      <SelectButton selecting={selecting} onSelecting={onSelecting} />
      {open !== undefined && (
        <Suspense fallback={null}>
          <FilterSheet open={open} onClose={() => setOpen(false)} query={query} onQuery={onQuery} kind={kind} />
        </Suspense>
      )}
    </div>
  );
}
