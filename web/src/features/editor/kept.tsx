import PenLine from "lucide-react/icons/pen-line";
import { useEffect, useState } from "react";
import type { Memory } from "@/memory/kinds";
import { Button } from "@/ui/button";
import { draftsOf, dropDraft } from "./drafts";
import "./parts.css";

type Props = { memory: Memory; onWrite: () => void };

/** Offers what was written in a note on this device and not saved. What this session wrote is gone on with at once. */
export function Kept({ memory, onWrite }: Props) {
  const { _id: id } = memory;
  const [draft, setDraft] = useState(() => draftsOf(id)[0]);
  const isOurs = draft?.ours ?? false;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the note is opened.
  useEffect(() => {
    if (isOurs) onWrite();
  }, [isOurs]);
  if (!draft || isOurs) return null;
  const discard = () => {
    dropDraft(draft.key);
    setDraft(draftsOf(id)[0]);
  };
  return (
    <div className="kept">
      <PenLine className="i" />
      <p>
        What you wrote here last was not saved.
        <small dir="auto">{draft.text.trim().slice(-120)}</small>
      </p>
      <div className="part-acts">
        <Button look="secondary" size="small" onClick={onWrite}>
          Go on writing
        </Button>
        <Button look="ghost" size="small" onClick={discard}>
          Discard it
        </Button>
      </div>
    </div>
  );
}
