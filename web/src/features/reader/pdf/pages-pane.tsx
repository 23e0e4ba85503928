import {
  type RefObject,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
} from "react";
import { tellJump, tellReadOn } from "@/document/scroll";
import type { MarkOnPage } from "./boxes";
import { PageView } from "./page-view";
import { type Column, columnOf, pageAt, type Size } from "./pages";
import { usePdf, usePrinted } from "./pdf-context";
import { usePagesNear } from "./use-pages-near";

/** Pixels between pages, and around them. */
const GAP = 20;
export const PADDING = 28;

export type PagesHandle = { goTo: (page: number) => void };

type Props = {
  ref: RefObject<PagesHandle | null>;
  scroller: RefObject<HTMLDivElement | null>;
  scale: number;
  /** The page whose shown mark or hit is to be brought into view, and how often that was asked for. */
  target: { page: number; hit: boolean; presses: number } | undefined;
  /** The page with the highlight that is on. */
  lit: number | undefined;
  onCurrent: (page: number) => void;
};

/** All pages below each other, of which those near the window are drawn. */
export function PagesPane({ ref, scroller, scale, target, lit, onCurrent }: Props) {
  const { pages } = usePdf();
  const sizes = pages.pages;
  const column = useMemo(
    () =>
      columnOf(
        sizes.map(({ height }) => height * scale),
        GAP,
        PADDING,
      ),
    [sizes, scale],
  );
  const near = usePagesNear(scroller, column);
  const widest = useMemo(() => Math.max(0, ...sizes.map(({ width }) => width)), [sizes]);
  const current = near.current + 1;
  useEffect(() => onCurrent(current), [current, onCurrent]);
  useImperativeHandle(ref, () => ({
    goTo: (page) => {
      const { current: element } = scroller;
      if (!element) return;
      // Turning a page is reading on.
      if (Math.abs(page - current) > 1) tellJump(element);
      else tellReadOn(element);
      element.scrollTop = (column.tops[page - 1] ?? 0) - GAP / 2;
    },
  }));
  useSamePlace(scroller, column);
  useTarget(scroller, column, scale, sizes, target);
  useLit(scroller, column, scale, lit);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be within the keyboard's reach.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields.
    <div ref={scroller} className="pdf-scroller" tabIndex={0} role="group" aria-label="The pages as printed">
      <div className="pdf-column" style={{ height: column.end, minWidth: widest * scale }}>
        {sizes.slice(near.first, near.last + 1).map((size, index) => {
          const page = near.first + index + 1;
          return <PageView key={page} page={page} size={size} scale={scale} top={column.tops[page - 1] ?? 0} />;
        })}
      </div>
    </div>
  );
}

/** Keeps the middle of the window where it is when the pages change their size, and the top at the top. */
function useSamePlace(scroller: RefObject<HTMLElement | null>, column: Column) {
  const before = useRef(column);
  // A column that became shorter has moved the window already.
  const scrolled = useRef(0);
  useLayoutEffect(() => {
    const was = before.current;
    before.current = column;
    const element = scroller.current;
    if (!element || was === column || scrolled.current === 0) return;
    const middle = scrolled.current + element.clientHeight / 2;
    const page = pageAt(was, middle);
    const part = (middle - (was.tops[page] ?? 0)) / (was.heights[page] || 1);
    element.scrollTop = (column.tops[page] ?? 0) + part * (column.heights[page] ?? 0) - element.clientHeight / 2;
    scrolled.current = element.scrollTop;
  }, [scroller, column]);
  useEffect(() => {
    const element = scroller.current;
    const listen = () => {
      scrolled.current = element?.scrollTop ?? 0;
    };
    element?.addEventListener("scroll", listen, { passive: true });
    return () => element?.removeEventListener("scroll", listen);
  }, [scroller]);
}

/** Scrolls to a page, and to what is marked on it once its words are there. */
function useTarget(
  scroller: RefObject<HTMLElement | null>,
  column: Column,
  scale: number,
  sizes: readonly Size[],
  target: Props["target"],
) {
  const { page = 1, hit = false } = target ?? {};
  const printed = usePrinted(page, target !== undefined);
  const found = (hit ? printed.hits : printed.marks).find(({ on }) => on);
  const reached = useRef<Props["target"]>(undefined);
  const go = useEffectEvent((mark: MarkOnPage | undefined) => {
    const element = scroller.current;
    if (!element || !target) return;
    tellJump(element);
    const top = column.tops[page - 1] ?? 0;
    const box = mark?.boxes[0];
    const left = Math.min(...(mark?.boxes ?? []).map(({ x }) => x));
    if (!box) {
      element.scrollTop = top - GAP / 2;
      return;
    }
    reached.current = target;
    const { clientWidth, clientHeight } = element;
    element.scrollTop = top + box.y * scale - clientHeight / 3;
    const wide = (sizes[page - 1]?.width ?? 0) * scale;
    if (wide + 2 * PADDING > clientWidth) element.scrollLeft = (left - 8) * scale + PADDING / 2;
  });
  useEffect(() => {
    if (target && reached.current !== target) go(found);
  }, [target, found]);
}

/** Scrolls to the highlight that is on, unless it is in view. */
function useLit(scroller: RefObject<HTMLElement | null>, column: Column, scale: number, page: number | undefined) {
  const { marks } = usePrinted(page ?? 1, page !== undefined);
  const lit = page === undefined ? undefined : marks.find(({ kind, on }) => kind === "highlight" && on);
  const go = useEffectEvent(() => {
    const element = scroller.current;
    const [box] = lit?.boxes ?? [];
    if (!element || !box || !page) return;
    tellJump(element);
    const top = (column.tops[page - 1] ?? 0) + box.y * scale;
    const { scrollTop, clientHeight } = element;
    if (top < scrollTop || top + box.height * scale > scrollTop + clientHeight)
      element.scrollTop = top - clientHeight / 3;
  });
  const id = lit?.id;
  useEffect(() => {
    if (id !== undefined) go();
  }, [id]);
}
