import Check from "lucide-react/icons/check";
import Highlighter from "lucide-react/icons/highlighter";
import { useRef, useState } from "react";
import type { Citation } from "./model";
import type { AnswerSlots } from "./slots";

type Props = Pick<AnswerSlots, "onKeep"> & { citation: Citation };

/** Keeps the words of a citation as a mark in their memory. Those of an old answer have no place there. */
export function Keep({ citation, onKeep }: Props) {
  const [kept, setKept] = useState(false);
  const began = useRef(false);
  if (citation.passage === undefined) return null;
  const keep = async () => {
    // A second press can arrive before the first shows.
    if (began.current) return;
    began.current = true;
    setKept(true);
    began.current = await onKeep(citation);
    setKept(began.current);
  };
  const words = kept ? "Kept as a mark" : "Keep as a mark";
  return (
    <button
      type="button"
      className="source-keep"
      aria-label={`${words}: ${citation.quote.slice(0, 80)}`}
      title={words}
      {...(kept && { "aria-disabled": true })}
      onClick={() => void keep()}
    >
      {kept ? <Check className="i i-s" /> : <Highlighter className="i i-s" />}
    </button>
  );
}
