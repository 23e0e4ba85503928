import CornerDownLeft from "lucide-react/icons/corner-down-left";
import { lazy, type MouseEvent, type ReactNode, Suspense, useRef, useState } from "react";
import { Boundary } from "@/ui/boundary";
import { type Anchored, isHeading, isSign, isWayBack } from "./anchors";
import { useAnchors } from "./anchors-context";

// Few texts have notes, and fewer are opened.
const NotePopover = lazy(() => import("./note-popover"));

type Props = { to: string; words: string; children: ReactNode };

/** Words that refer to a block: the sign of a note opens it in place, others lead there. */
export function Ref({ to, words, children }: Props) {
  const goal = useAnchors().anchors.get(to);
  if (!goal) return children;
  if (goal.by !== undefined && isSign(words) && !isHeading(goal)) {
    return (
      <Sign goal={goal} number={words.replace(/[[\]()\s]/gu, "")}>
        {children}
      </Sign>
    );
  }
  return (
    <Jump leaf={goal.leaf} {...(isWayBack(words) && { label: "Back to the text" })}>
      {children}
    </Jump>
  );
}

function Sign({ goal, number, children }: { goal: Anchored; number: string; children: ReactNode }) {
  const [open, setOpen] = useState<boolean>();
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        ref={button}
        type="button"
        className="note-ref"
        aria-label={`Footnote ${number}`}
        aria-haspopup="dialog"
        aria-expanded={open ?? false}
        onClick={() => setOpen(!open)}
      >
        {children}
      </button>
      {open !== undefined && (
        <Boundary name="a note" of={goal} fallback={null}>
          <Suspense fallback={null}>
            <NotePopover open={open} onOpen={setOpen} sign={button} goal={goal} title={`Footnote ${number}`} />
          </Suspense>
        </Boundary>
      )}
    </>
  );
}

/** A link to a leaf of the same document. */
function Jump({ leaf, label, children }: { leaf: number; label?: string; children: ReactNode }) {
  const { goTo } = useAnchors();
  const press = (event: MouseEvent) => {
    event.preventDefault();
    goTo(leaf);
  };
  return (
    <a href={`#leaf-${leaf}`} onClick={press} {...(label && { className: "way-back", "aria-label": label })}>
      {children}
    </a>
  );
}

/** Behind a note: the way back to the text, where the note has none of its own. */
export function Behind({ anchor }: { anchor: string }) {
  const goal = useAnchors().anchors.get(anchor);
  if (goal?.by === undefined || goal.leadsBack) return null;
  return (
    <Jump leaf={goal.by} label="Back to the text">
      <CornerDownLeft className="i i-s" />
    </Jump>
  );
}
