import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { classNames } from "@/lib/class-names";
import { dayText } from "@/lib/day-text";
import type { Highlight } from "./model";
import { rangeOf } from "./selection";

type Props = {
  /** Those with a remark, in the order of the text. */
  marks: readonly Highlight[];
  root: HTMLElement;
  margin: HTMLElement;
  onOpen: (id: string) => void;
};

/** The remarks: beside the text where there is a margin, else each under its paragraph. */
export function Remarks({ margin, ...props }: Props) {
  return useShown(margin) ? <InMargin margin={margin} {...props} /> : <UnderParagraphs {...props} />;
}

/** Whether an element has room on the page. */
export function useShown(element: HTMLElement): boolean {
  const [shown, setShown] = useState(element.offsetWidth > 0);
  useEffect(() => {
    const look = () => setShown(element.offsetWidth > 0);
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return shown;
}

/** Between two remarks, in pixels. */
const GAP = 14;

function InMargin({ marks, root, margin, onOpen }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    let frame = 0;
    const place = () => {
      const top = margin.getBoundingClientRect().top;
      let free = 0;
      for (const [index, mark] of marks.entries()) {
        const note = box.current?.children[index] as HTMLElement | undefined;
        const words = rangeOf(root, mark)?.getBoundingClientRect();
        if (!note || !words) continue;
        const at = Math.max(free, Math.round(words.top - top));
        note.style.top = `${at}px`;
        free = at + note.offsetHeight + GAP;
      }
    };
    const soon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(place);
    };
    place();
    const observer = new ResizeObserver(soon);
    observer.observe(root);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
    };
  }, [marks, root, margin]);
  return createPortal(
    <div ref={box} className="remarks-beside">
      {marks.map((mark) => (
        <Remark key={mark.id} mark={mark} onOpen={onOpen} />
      ))}
    </div>,
    margin,
  );
}

function UnderParagraphs({ marks, root, onOpen }: Omit<Props, "margin">) {
  return marks.map((mark) => <UnderParagraph key={mark.id} mark={mark} root={root} onOpen={onOpen} />);
}

type UnderProps = { mark: Highlight; root: HTMLElement; onOpen: (id: string) => void };

/** A remark in an element of its own, behind the block that its mark ends in. */
function UnderParagraph({ mark, root, onOpen }: UnderProps) {
  const place = useInserted(root, mark.end.leaf);
  return place && createPortal(<Remark mark={mark} onOpen={onOpen} />, place);
}

function useInserted(root: HTMLElement, leaf: number): HTMLElement | undefined {
  const [place, setPlace] = useState<HTMLElement>();
  useLayoutEffect(() => {
    const block = blockOf(root, leaf);
    if (!block) return;
    const element = document.createElement("div");
    element.className = "remark-under";
    if (block.matches("li")) block.append(element);
    else block.after(element);
    setPlace(element);
    return () => element.remove();
  }, [root, leaf]);
  return place;
}

/** What a leaf stands in: its paragraph, list item, figure, box of code or table. */
function blockOf(root: HTMLElement, leaf: number): Element | null {
  const piece = root.querySelector(`[data-leaf="${leaf}"]`);
  return piece?.closest("figure, .prose-table, pre") ?? piece?.closest("p, h1, h2, h3, h4, h5, h6, li") ?? null;
}

function Remark({ mark, onOpen }: { mark: Highlight; onOpen: (id: string) => void }) {
  const { id, color, remark, updatedAt } = mark;
  return (
    <button type="button" className={classNames("own-remark", `hl-${color}`)} dir="auto" onClick={() => onOpen(id)}>
      <span className="vh">Your remark: </span>
      {remark}
      <small>{dayText(new Date(updatedAt), new Date())}</small>
    </button>
  );
}

/** An element behind another, for what stands at the end of a text. */
export function useBehind(root: HTMLElement): HTMLElement | undefined {
  const [element, setElement] = useState<HTMLElement>();
  useLayoutEffect(() => {
    const behind = document.createElement("div");
    behind.className = "marks-end";
    root.after(behind);
    setElement(behind);
    return () => behind.remove();
  }, [root]);
  return element;
}
