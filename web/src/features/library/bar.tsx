import X from "lucide-react/icons/x";
import { KEY_LABELS, stateLabel, wordLabel } from "@/memory/filter/labels";
import { parseFilter } from "@/memory/filter/parse";
import { filterText, isSame, type Word, withoutWord, withWord, wordText } from "@/memory/filter/words";
import { Picker } from "@/ui/picker";
import { AddFilter } from "./add-filter";
import { WordIcon } from "./word-icon";
import "./library.css";

type Sort = "saved" | "published" | "opened" | "title";

type Query = { filter: string; sort: Sort };

type Props = {
  query: Query;
  onQuery: (query: Query) => void;
  selecting: boolean;
  onSelecting: (on: boolean) => void;
};

const SORTS: readonly { value: Sort; label: string }[] = [
  { value: "saved", label: "Newest first" },
  { value: "published", label: "Published last" },
  { value: "opened", label: "Opened last" },
  { value: "title", label: "By title" },
];

/** Those that are a press away. */
const NEAR: readonly Word[] = [
  { key: "is", value: "starred" },
  { key: "is", value: "unread" },
];

/** The filters of the list as chips, what adds one, and the order. */
export default function Bar({ query, onQuery, selecting, onSelecting }: Props) {
  const { words } = parseFilter(query.filter);
  const set = (next: readonly Word[]) => onQuery({ ...query, filter: filterText(next) });
  const near = NEAR.filter((word) => !words.some(({ key, value }) => key === word.key && value === word.value));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields.
    <div className="filters" role="group" aria-label="Filters">
      {words.map((word) => (
        <button
          key={wordText(word)}
          type="button"
          className="chip chip-on"
          aria-label={`${KEY_LABELS[word.key]}: ${wordLabel(word)}, remove`}
          onClick={() => set(withoutWord(words, word))}
        >
          <WordIcon of={word.key} value={word.value} />
          <bdi>{wordLabel(word)}</bdi>
          <X className="i i-s chip-x" />
        </button>
      ))}
      <AddFilter words={words} filter={query.filter} onAdd={(word) => set(withWord(words, word))} />
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
        <button
          type="button"
          className="btn btn-secondary btn-s"
          aria-pressed={selecting}
          onClick={() => onSelecting(!selecting)}
        >
          {selecting ? "Done" : "Select"}
        </button>
      </span>
    </div>
  );
}
