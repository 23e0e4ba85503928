import { useEffect, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import type { After } from "@/document/drawing";
import { pageRangeOf } from "@/document/on-page";
import { classNames } from "@/lib/class-names";
import { dayText } from "@/lib/day-text";
import type { Highlight } from "./model";

type Props = {
  /** Those with a remark, in the order of the text. */
  marks: readonly Highlight[];
  root: HTMLElement;
  margin: HTMLElement;
  onOpen: (id: string) => void;
};

/** Between two remarks, in pixels. */
const GAP = 14;

/** The remarks beside the text, each at the height of its words. */
export function RemarksBeside({ marks, root, margin, onOpen }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    let frame = 0;
    const place = () => {
      const top = margin.getBoundingClientRect().top;
      let free = 0;
      for (const [index, mark] of marks.entries()) {
        const note = box.current?.children[index] as HTMLElement | undefined;
        const words = pageRangeOf(root, mark)?.getBoundingClientRect();
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

type Under = Pick<Props, "marks" | "onOpen"> & { onAfter: (after: After | undefined) => void };

/** Has each remark drawn under the paragraph that its mark ends in. */
export function useRemarksUnder({ marks, onAfter, onOpen }: Under): void {
  const open = useRef(onOpen);
  useEffect(() => {
    open.current = onOpen;
  });
  useEffect(() => {
    if (marks.length === 0) return;
    onAfter((leaf) => {
      const own = marks.filter(({ end }) => end.leaf === leaf);
      return own.length > 0 && <RemarksUnder marks={own} onOpen={(id) => open.current(id)} />;
    });
    return () => onAfter(undefined);
  }, [marks, onAfter]);
}

function RemarksUnder({ marks, onOpen }: Pick<Props, "marks" | "onOpen">) {
  return (
    <div className="remarks-under">
      {marks.map((mark) => (
        <Remark key={mark.id} mark={mark} onOpen={onOpen} />
      ))}
    </div>
  );
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
