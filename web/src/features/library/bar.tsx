import { useRef } from "react";
import { useNarrow } from "@/lib/use-narrow";
import { stateLabel } from "@/memory/filter/labels";
import { parseFilter } from "@/memory/filter/parse";
import { filterText, isSame, type Word, withoutWord, withWord, wordText } from "@/memory/filter/words";
import { Picker } from "@/ui/picker";
import { AddFilter } from "./add-filter";
import { type BarProps, SORTS } from "./model";
import { NarrowBar } from "./narrow-bar";
import { SelectButton } from "./select-button";
import { WordChip } from "./word-chip";
import { WordIcon } from "./word-icon";
import "./library.css";

/** Those that are a press away. */
const NEAR: readonly Word[] = [
  { key: "is", value: "starred" },
  { key: "is", value: "unread" },
];

/** The filters of the list as chips, what adds one, the order, and the way to select cards. */
export default function Bar(props: BarProps) {
  return useNarrow() ? <NarrowBar {...props} /> : <WideBar {...props} />;
}

function WideBar({ query, onQuery, selecting, onSelecting }: BarProps) {
  const { words } = parseFilter(query.filter);
  const add = useRef<HTMLButtonElement>(null);
  const set = (next: readonly Word[]) => {
    // The chip that was pressed goes.
    add.current?.focus({ preventScroll: true });
    onQuery({ ...query, filter: filterText(next) });
  };
  const near = NEAR.filter((word) => !words.some(({ key, value }) => key === word.key && value === word.value));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields.
    <div className="filters" role="group" aria-label="Filters">
      {words.map((word) => (
        <WordChip key={wordText(word)} word={word} onRemove={() => set(withoutWord(words, word))} />
      ))}
      <AddFilter words={words} filter={query.filter} onAdd={(word) => set(withWord(words, word))} button={add} />
      {near.map((word) => (
        <button
          key={word.value}
          type="button"
          className="chip"
          onClick={() =>
            set(
              withWord(
                words.filter((other) => !isSame(other, word)),
                word,
              ),
            )
          }
        >
          <WordIcon of="is" value={word.value} />
          {stateLabel(word.value)}
        </button>
      ))}
      <span className="filters-end">
        <Picker label="Sort" value={query.sort} options={SORTS} onPick={(sort) => onQuery({ ...query, sort })} />
        <SelectButton selecting={selecting} onSelecting={onSelecting} />
      </span>
    </div>
  );
}
