import ChevronDown from "lucide-react/icons/chevron-down";
import ChevronUp from "lucide-react/icons/chevron-up";
import X from "lucide-react/icons/x";
import { grouped } from "@/lib/grouped";
import { MOST_HITS } from "./find";

type Props = {
  query: string;
  /** The number of hits, and the index of the shown one. */
  hits: number;
  shown: number;
  onQuery: (query: string) => void;
  onStep: (by: number) => void;
  onClose: () => void;
};

const takeFocus = (field: HTMLInputElement | null) => field?.select();

/** Finds words in the document: Enter goes to the next, with Shift to the one before, Escape ends it. */
export function FindBar({ query, hits, shown, onQuery, onStep, onClose }: Props) {
  const many = hits >= MOST_HITS ? `${grouped(MOST_HITS)} and more` : grouped(hits);
  const state = hits > 0 ? `${grouped(shown + 1)} of ${many}` : query.trim() === "" ? "" : "Not found";
  return (
    <search className="pdf-find">
      <input
        ref={takeFocus}
        type="text"
        aria-label="Find in this document"
        placeholder="Find in this document"
        autoComplete="off"
        spellCheck={false}
        value={query}
        onChange={(event) => onQuery(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") onStep(event.shiftKey ? -1 : 1);
          if (event.key !== "Escape") return;
          event.preventDefault();
          onClose();
        }}
      />
      <output className="num">{state}</output>
      <button type="button" className="btn btn-ghost btn-icon" aria-label="Hit before" onClick={() => onStep(-1)}>
        <ChevronUp className="i i-s" />
      </button>
      <button type="button" className="btn btn-ghost btn-icon" aria-label="Next hit" onClick={() => onStep(1)}>
        <ChevronDown className="i i-s" />
      </button>
      <button type="button" className="btn btn-ghost btn-icon" aria-label="Close the search" onClick={onClose}>
        <X className="i i-s" />
      </button>
    </search>
  );
}
