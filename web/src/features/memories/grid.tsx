import { type MouseEvent, memo, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Memory } from "@/memory/kinds";
import { cardWidth } from "./card-width";
import { MemoryCard } from "./cards/memory-card";
import type { Cell, FocusTarget, Spot } from "./cell";
import { useColumns } from "./columns";
import { estimateHeight } from "./estimate";
import type { Scope } from "./loaded";
import { More } from "./more";
import { NewTile } from "./new-tile";
import { useNextPage } from "./shelf-data";
import { useCardKeys } from "./use-card-keys";
import { useGrid } from "./use-grid";
import { useReflow } from "./use-reflow";
import { useWayIn } from "./use-way-in";

const NEW_TILE: Cell = { id: "new", estimate: 168 };

/** The next page is loaded when at most this many cards are left below the window. */
const FEW_LEFT = 40;

/** Clicks are ignored for this long after a deletion, in milliseconds, because other cards move under the pointer. */
const MOVING = 500;

type Props = {
  memories: readonly Memory[];
  scope: Scope;
  /** How many there are, loaded or not. */
  count: number;
  spot: RefObject<Spot>;
  focusTarget: FocusTarget | undefined;
  onFocusTarget: (focusTarget: FocusTarget | undefined) => void;
  onAdd: () => void;
  onDelete: (id: string) => void;
  onRefresh: (memory: Memory) => void;
};

/** The first tile and the cards, newest on top: as many as the window shows. */
export function Grid({
  memories,
  scope,
  count,
  spot,
  focusTarget,
  onFocusTarget,
  onAdd,
  onDelete: deleteFrom,
  onRefresh,
}: Props) {
  const columns = useColumns();
  const cells = useMemo(() => {
    const width = cardWidth(columns, window.innerWidth);
    return [NEW_TILE, ...memories.map((memory) => ({ id: memory._id, estimate: estimateHeight(memory, width) }))];
  }, [memories, columns]);
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
  const refuseWhileMoving = (event: MouseEvent) => {
    // A key makes a click without a count.
    if (event.detail === 0 || performance.now() - deletedAt.current > MOVING) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onKeyDown = useCardKeys({ memories, boxes: layout.boxes, onFocusTarget, onDelete, onRefresh });
  useWayIn({ boxes: layout.boxes, last, onFocusTarget });

  const left = cells.length - 1 - end;
  const isNear = left <= 0 || (left <= FEW_LEFT && forward);
  const { loading, failed, retry } = useNextPage(scope, isNear);

  return (
    <>
      <ul
        ref={list}
        className="cards"
        style={{ height: layout.height }}
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
          const memory = memories[item.index - 1];
          return (
            <li
              key={item.id}
              ref={hold}
              style={styleOf(item)}
              data-index={item.index}
              data-memory={item.id}
              aria-setsize={count + 1}
              aria-posinset={item.index + 1}
            >
              {memory ? <Card memory={memory} onDelete={onDelete} onRefresh={onRefresh} /> : <NewTile onAdd={onAdd} />}
            </li>
          );
        })}
      </ul>
      <More loading={loading} failed={failed} onRetry={retry} />
    </>
  );
}

// Moving a card moves its list item only. The card is rendered again only when its memory changes.
const Card = memo(MemoryCard);
