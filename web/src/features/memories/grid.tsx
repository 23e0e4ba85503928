import {
  type MouseEvent,
  memo,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { Memory } from "@/memory/kinds";
import { cardWidth } from "./card-width";
import { MemoryCard } from "./cards/memory-card";
import { type FocusTarget, NEW_TILE, type Spot } from "./cell";
import { useColumns } from "./columns";
import { estimateHeight } from "./estimate";
import { NewTile } from "./new-tile";
import { Tick } from "./selection/tick";
import { usePress } from "./selection/use-press";
import type { Selecting } from "./selection/use-selection";
import { useActsSheet } from "./use-acts-sheet";
import { useActing, useCardKeys } from "./use-card-keys";
import { useGrid } from "./use-grid";
import { useHeir } from "./use-heir";
import { useReflow } from "./use-reflow";
import { useWayIn } from "./use-way-in";

/** The next page is loaded when at most this many cards are left below the window. */
const FEW_LEFT = 40;

/** Clicks are ignored for this long after a deletion, in milliseconds, because other cards move under the pointer. */
const MOVING = 500;

export type GridProps = {
  memories: readonly Memory[];
  /** How many there are, loaded or not. */
  count: number;
  spot: RefObject<Spot>;
  focusTarget: FocusTarget | undefined;
  onFocusTarget: (focusTarget: FocusTarget | undefined) => void;
  selecting: Selecting;
  /** Opens what the first tile adds a memory with; without it there is no tile. */
  onAdd?: () => void;
  onDelete: (id: string) => void;
  onArchive: (memory: Memory) => void;
  onRefresh: (memory: Memory) => void;
  /** Loads and shows what comes after the cards, once their end is near. */
  renderMore: (near: boolean) => ReactNode;
};

/** The first tile and the cards, newest on top: as many as the window shows. */
export function Grid({
  memories,
  count,
  spot,
  focusTarget,
  onFocusTarget,
  selecting,
  onAdd,
  onDelete: deleteFrom,
  onArchive: archiveFrom,
  onRefresh,
  renderMore,
}: GridProps) {
  const columns = useColumns();
  const tiles = onAdd ? 1 : 0;
  const cells = useMemo(() => {
    const width = cardWidth(columns, window.innerWidth);
    const cards = memories.map((memory) => ({ id: memory._id, estimate: estimateHeight(memory, width) }));
    return tiles > 0 ? [NEW_TILE, ...cards] : cards;
  }, [memories, columns, tiles]);
  const memoryAt = (index: number) => memories[index - tiles];
  const [said, setSaid] = useState("");
  const [focused, setFocused] = useState<string>();
  const last = useRef<string>(undefined);
  const kept = [focused, focusTarget?.id].filter((id) => id !== undefined);
  const { list, layout, items, last: end, forward, observe, styleOf, indexes } = useGrid(cells, columns, spot, kept);
  const hold = useCallback(
    (cell: HTMLLIElement) => {
      // Later changes in it may fade in.
      requestAnimationFrame(() => cell.setAttribute("data-shown", ""));
      return observe(cell);
    },
    [observe],
  );
  useHeir({ cells, indexes, focused, focusTarget, onFocusTarget });
  useEffect(() => {
    if (!focusTarget) return;
    const cell = [...(list.current?.children ?? [])].find(
      (each) => (each as HTMLElement).dataset.memory === focusTarget.id,
    );
    const goal = cell?.querySelector<HTMLElement>(focusTarget.part === "erase" ? ".erase" : ".card");
    // A loaded card is rendered with the next commit.
    if (!goal && indexes.has(focusTarget.id)) return;
    onFocusTarget(undefined);
    const taker = goal ?? list.current?.querySelector<HTMLElement>(".card-new");
    taker?.focus({ preventScroll: true });
    // A toast that loses the focus returns it to where it came from, so focus twice.
    if (document.activeElement !== taker) taker?.focus({ preventScroll: true });
    if (!cell) return;
    cell.scrollIntoView({ block: "nearest", behavior: "instant" });
    // Others above it are yet to be measured.
    spot.current = { anchor: { id: focusTarget.id, offset: cell.getBoundingClientRect().top }, y: window.scrollY };
  });

  // After the effect above, which goes by where the cards stand for good.
  const { leave } = useReflow(list, cells);
  const deletedAt = useRef(Number.NEGATIVE_INFINITY);
  const onDelete = useCallback(
    (id: string) => {
      deletedAt.current = performance.now();
      leave();
      deleteFrom(id);
    },
    [deleteFrom, leave],
  );
  const onArchive = useCallback(
    (memory: Memory) => {
      deletedAt.current = performance.now();
      leave();
      archiveFrom(memory);
    },
    [archiveFrom, leave],
  );
  const { onClickCapture, ...press } = usePress(selecting);
  const refuseWhileMoving = (event: MouseEvent) => {
    // A key makes a click without a count.
    if (event.detail === 0 || performance.now() - deletedAt.current > MOVING) return onClickCapture(event);
    event.preventDefault();
    event.stopPropagation();
  };
  const act = useActing({ selecting, onDelete, onRefresh, onArchive, onSay: setSaid });
  const { onMore, sheet } = useActsSheet(act);
  const onKeyDown = useCardKeys({ memoryAt, boxes: layout.boxes, selecting, onFocusTarget, act });
  useWayIn({ boxes: layout.boxes, last, onFocusTarget });

  const left = cells.length - 1 - end;
  const isNear = left <= 0 || (left <= FEW_LEFT && forward);

  return (
    <>
      <ul
        ref={list}
        className="cards"
        data-selecting={selecting.on || undefined}
        style={{ height: layout.height }}
        {...press}
        onKeyDown={onKeyDown}
        onClickCapture={refuseWhileMoving}
        onFocus={({ target }) => {
          last.current = target.closest<HTMLElement>("[data-memory]")?.dataset.memory;
          setFocused(last.current);
        }}
        onBlur={(event) => {
          // It stays with a card while the window has lost it.
          if (!event.currentTarget.contains(document.activeElement)) setFocused(undefined);
        }}
      >
        {items.map((item) => {
          const memory = memoryAt(item.index);
          return (
            <li
              key={item.id}
              ref={hold}
              style={styleOf(item)}
              data-index={item.index}
              data-memory={item.id}
              data-selected={(memory && selecting.has(memory._id)) || undefined}
              aria-setsize={count + tiles}
              aria-posinset={item.index + 1}
            >
              {memory ? (
                <>
                  <Card
                    memory={memory}
                    onDelete={onDelete}
                    onArchive={onArchive}
                    onRefresh={onRefresh}
                    onMore={onMore}
                  />
                  <Tick memory={memory} selecting={selecting} />
                </>
              ) : (
                onAdd && <NewTile onAdd={onAdd} />
              )}
            </li>
          );
        })}
      </ul>
      <p className="vh" role="status">
        {said}
      </p>
      {renderMore(isNear)}
      {sheet}
    </>
  );
}

// Moving a card moves its list item only. The card is rendered again only when its memory changes.
const Card = memo(MemoryCard);
