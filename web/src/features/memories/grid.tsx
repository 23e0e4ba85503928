import { type CSSProperties, memo, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { MemoryCard } from "./cards/memory-card";
import { guessHeight, type Memory } from "./model";
import { NewTile } from "./new-tile";
import { type Cell, useMasonry } from "./use-masonry";

/** How many cards come at first, and with each further stretch of scrolling. */
const STRETCH = 60;

const NEW_TILE: Cell = { id: "new", guess: 168 };

type Props = { memories: readonly Memory[]; onAdd: () => void; onDelete: (id: string) => void };

/** The first tile and the cards, newest on top. Cards far below are drawn when the reader comes near. */
export function Grid({ memories, onAdd, onDelete }: Props) {
  const { shown, endRef } = useStretches(memories);
  const cells = useMemo(
    () => [NEW_TILE, ...shown.map((memory) => ({ id: memory._id, guess: guessHeight(memory) }))],
    [shown],
  );
  const { height, styleOf, hold } = useMasonry(cells);
  return (
    <>
      <ul className="cards" style={{ height }}>
        <Place id={NEW_TILE.id} style={styleOf(0)} hold={hold}>
          <NewTile onAdd={onAdd} />
        </Place>
        {shown.map((memory, index) => (
          <Place key={memory._id} id={memory._id} style={styleOf(index + 1)} hold={hold}>
            <Card memory={memory} onDelete={onDelete} />
          </Place>
        ))}
      </ul>
      <div ref={endRef} />
    </>
  );
}

// A new place moves the list item alone: the card inside is drawn again only when its memory changes.
const Card = memo(MemoryCard);

type PlaceProps = {
  id: string;
  style: CSSProperties;
  hold: (id: string, element: HTMLElement) => () => void;
  children: ReactNode;
};

/** Where one card stands. */
function Place({ id, style, hold, children }: PlaceProps) {
  // One ref for as long as it lives: another at each drawing would be measured again each time.
  const ref = useCallback((element: HTMLLIElement) => hold(id, element), [hold, id]);
  return (
    <li ref={ref} style={style} data-memory={id}>
      {children}
    </li>
  );
}

/** The memories drawn so far: a stretch, and one more each time the end of the grid comes near. */
function useStretches(memories: readonly Memory[]) {
  const [limit, setLimit] = useState(STRETCH);
  const endRef = useRef<HTMLDivElement>(null);
  const shown = useMemo(() => memories.slice(0, limit), [memories, limit]);
  const more = shown.length < memories.length;

  // biome-ignore lint/correctness/useExhaustiveDependencies: observed anew after each stretch, or an end still in view would not be reported again.
  useEffect(() => {
    const end = endRef.current;
    if (!end || !more) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setLimit((now) => now + STRETCH), {
      rootMargin: "1600px",
    });
    observer.observe(end);
    return () => observer.disconnect();
  }, [more, limit]);

  return { shown, endRef };
}
