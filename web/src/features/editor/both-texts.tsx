import { useEffect, useId, useMemo, useRef } from "react";
import { Button } from "@/ui/button";
import { differences, type Piece } from "./differences";

type Props = { mine: string; theirs: string; onChoose: (text: string) => void };

/** A note that was changed in two places: both texts side by side, what differs marked, and what is to become of them. */
export function BothTexts({ mine, theirs, onChoose }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const found = useMemo(() => differences(theirs, mine), [theirs, mine]);
  return (
    <section className="both" aria-labelledby="both-title">
      <h2 id="both-title" ref={heading} tabIndex={-1}>
        This note was changed in two places
      </h2>
      <p className="both-why">What differs is marked. Neither text is lost until you choose.</p>
      <div className="both-texts">
        <One title="Saved elsewhere" pieces={found.a} />
        <One title="Yours" pieces={found.b} />
      </div>
      <div className="both-acts">
        <Button onClick={() => onChoose(`${theirs.trimEnd()}\n\n---\n\n${mine.trimStart()}`)}>Keep both</Button>
        <Button look="secondary" onClick={() => onChoose(mine)}>
          Keep mine
        </Button>
        <Button look="secondary" onClick={() => onChoose(theirs)}>
          Take theirs
        </Button>
      </div>
    </section>
  );
}

function One({ title, pieces }: { title: string; pieces: readonly Piece[] }) {
  const id = useId();
  return (
    <div>
      <h3 id={id}>{title}</h3>
      {/* biome-ignore lint/a11y/useSemanticElements: a landmark for each is too many. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be within the keyboard's reach. */}
      <div className="both-text" role="group" aria-labelledby={id} tabIndex={0} dir="auto">
        {pieces.map(({ text, differs }, index) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: they never change places.
          differs ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
        )}
      </div>
    </div>
  );
}
