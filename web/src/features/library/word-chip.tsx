import X from "lucide-react/icons/x";
import { KEY_LABELS, wordLabel } from "@/memory/filter/labels";
import type { Word } from "@/memory/filter/words";
import { WordIcon } from "./word-icon";

/** A word of the filter, which a press removes. */
export function WordChip({ word, onRemove }: { word: Word; onRemove: () => void }) {
  return (
    <button
      type="button"
      className="chip chip-on"
      aria-label={`${KEY_LABELS[word.key]}: ${wordLabel(word)}, remove`}
      onClick={onRemove}
    >
      <WordIcon of={word.key} value={word.value} />
      <bdi>{wordLabel(word)}</bdi>
      <X className="i i-s chip-x" />
    </button>
  );
}
