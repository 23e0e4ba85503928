import Check from "lucide-react/icons/check";
import type { Memory } from "@/memory/kinds";
import { titleOf } from "@/memory/memory";
import type { Selecting } from "./use-selection";

type Props = { memory: Memory; selecting: Selecting };

/** The disc by which a card is selected; with shift, all from the last one to it. */
export function Tick({ memory, selecting: { has, toggle, range } }: Props) {
  const { _id } = memory;
  return (
    // biome-ignore lint/a11y/useSemanticElements: an input has no place for the mark.
    <button
      type="button"
      role="checkbox"
      className="tick"
      aria-checked={has(_id)}
      aria-label={`Select ${titleOf(memory)}`}
      onClick={(event) => (event.shiftKey ? range(_id) : toggle(_id))}
    >
      <Check className="i i-s" />
    </button>
  );
}
