import { type CSSProperties, memo, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { MemoryCard } from "./cards/memory-card";
import { guessHeight, type Memory } from "./model";
import { NewTile } from "./new-tile";
import { type Cell, useMasonry } from "./use-masonry";

/** How many cards come at first, and with each further stretch of scrolling. */
const STRETCH = 60;

const NEW_TILE: Cell = { id: "new", guess: 168 };

type Props = {
  memories: readonly Memory[];
  /** The memory to lead the reader to. */
  sought: string | undefined;
  onLed: () => void;
  onAdd: () => void;
  onDelete: (id: string) => void;
  onRefresh: (memory: Memory) => void;
};

/** The first tile and the cards, newest on top. Cards far below are drawn when the reader comes near. */
export function Grid({ memories, sought, onLed, onAdd, onDelete, onRefresh }: Props) {
  const { shown, endRef } = useStretches(memories, sought);
  const listRef = useLead(sought, onLed);
  const cells = useMemo(
    () => [NEW_TILE, ...shown.map((memory) => ({ id: memory._id, guess: guessHeight(memory) }))],
    [shown],
  );
  const { height, styleOf, hold } = useMasonry(cells);
  return (
    <>
      <ul ref={listRef} className="cards" style={{ height }}>
        <Place id={NEW_TILE.id} style={styleOf(0)} hold={hold}>
          <NewTile onAdd={onAdd} />
        </Place>
        {shown.map((memory, index) => (
          <Place key={memory._id} id={memory._id} style={styleOf(index + 1)} hold={hold}>
            <Card memory={memory} onDelete={onDelete} onRefresh={onRefresh} />
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

/** The memories drawn so far: a stretch, and one more each time the end of the grid comes near. What is sought is drawn. */
function useStretches(memories: readonly Memory[], sought: string | undefined) {
  const [limit, setLimit] = useState(STRETCH);
  const endRef = useRef<HTMLDivElement>(null);
  const at = memories.findIndex(({ _id }) => _id === sought);
  if (at >= limit) setLimit(at + STRETCH);
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

/** Leads to the card that is sought: it comes into view, has the focus and is marked while it has. Tells when it did. */
function useLead(sought: string | undefined, onLed: () => void) {
  const listRef = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (sought === undefined) return;
    const cells = [...(listRef.current?.querySelectorAll<HTMLElement>("[data-memory]") ?? [])];
    const card = cells.find(({ dataset }) => dataset.memory === sought)?.querySelector<HTMLElement>(".card");
    onLed();
    if (!card) return;
    card.dataset.sought = "";
    card.addEventListener("blur", () => delete card.dataset.sought, { once: true });
    card.focus({ preventScroll: true });
    const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    card.scrollIntoView({ block: "center", behavior: still ? "instant" : "smooth" });
  }, [sought, onLed]);
  return listRef;
}
