import { useEffect, useEffectEvent, useMemo, useRef } from "react";
import { createPortal } from "react-dom";
import type { Stretch } from "@/document/marks";
import type { Block } from "@/document/tree";
import type { Memory } from "@/memory/kinds";
import { useHighlights } from "./api";
import { stretchesOfMarks } from "./drawn";
import { MarkList, Orphans } from "./mark-list";
import { MarkingBar } from "./marking-bar";
import { inOrder } from "./model";
import { Remarks, useBehind, useShown } from "./remarks";
import { bringIntoView } from "./scroll";
import { rangeOf } from "./selection";
import { useMarking } from "./use-marking";
import { useMarkingKeys } from "./use-marking-keys";
import "./colors.css";
import "./marking.css";

type Props = {
  memory: Memory;
  /** The leaves of the text, each with its page or second. */
  leaves: readonly Block[];
  /** Holds the text: an element with `data-leaf` and `data-from` holds words of a leaf. */
  text: HTMLElement;
  /** Empty elements below the outline, and beside the text, as high as that. */
  list: HTMLElement;
  margin: HTMLElement;
  onMarks: (stretches: readonly Stretch[]) => void;
  /** Brings a leaf into view, and the focus to it. */
  goTo: (leaf: number) => void;
  /** The fragment: "#mark-ID" leads to a mark. */
  hash: string;
  /** Puts words into the box that asks this memory. */
  onAsk: (quote: string) => void;
};

/** Marks a text: the bar over what is selected, the marks in the text, their list, their remarks. */
export function Marking({ memory, leaves, text, list, margin, onMarks, goTo, hash, onAsk }: Props) {
  const bar = useRef<HTMLDivElement>(null);
  const marks = useHighlights(memory._id);
  const isOurs = (element: Element) => bar.current?.contains(element) ?? false;
  const marking = useMarking({ memory, leaves, marks, root: text, isOurs, onAsk });
  const { begin, remember } = useMarkingKeys({ root: text, bar, marking });
  const { highlights } = marks;
  const { placed, orphaned } = useMemo(() => inOrder(highlights ?? []), [highlights]);
  const remarked = useMemo(() => placed.filter(({ remark }) => remark !== ""), [placed]);
  const chosen = marking.mark?.id;

  const stretches = useMemo(() => stretchesOfMarks(placed, chosen), [placed, chosen]);
  useEffect(() => onMarks(stretches), [stretches, onMarks]);
  usePress({ text, isOurs, onPress: (id) => marking.choose({ mark: id }), onLeave: marking.clear, open: !!chosen });

  const go = (id: string) => {
    const mark = placed.find((one) => one.id === id);
    if (!mark) return;
    remember();
    const range = rangeOf(text, mark);
    if (range) bringIntoView(range, text.closest(".reader"));
    else goTo(mark.start.leaf);
    marking.choose({ mark: id });
  };
  /** The list leads to a mark by keys as well: they go on in the bar. */
  const goByKeys = (id: string) => {
    go(id);
    requestAnimationFrame(() => bar.current?.querySelector("button")?.focus({ preventScroll: true }));
  };
  useNamed(hash, highlights !== undefined, (id) => {
    const mark = placed.find((one) => one.id === id);
    const range = mark && rangeOf(text, mark);
    if (range) bringIntoView(range, text.closest(".reader"), 12);
  });

  const beside = useShown(list);
  const end = useBehind(text);
  const all = <MarkList marks={placed} onGo={goByKeys} onBegin={begin} />;
  return (
    <>
      <MarkingBar bar={bar} root={text} memory={memory._id} marking={marking} />
      <div role="status" className="vh">
        {marking.said}
      </div>
      {beside && createPortal(all, list)}
      <Remarks
        marks={remarked}
        root={text}
        margin={margin}
        onOpen={(id) => {
          remember();
          marking.remark(id);
        }}
      />
      {end &&
        createPortal(
          <>
            {!beside && placed.length > 0 && all}
            {orphaned.length > 0 && <Orphans marks={orphaned} onRemove={marking.remove} />}
          </>,
          end,
        )}
    </>
  );
}

type PressProps = {
  text: HTMLElement;
  isOurs: (element: Element) => boolean;
  onPress: (id: string) => void;
  /** Called for a press elsewhere while a mark is chosen. */
  onLeave: () => void;
  open: boolean;
};

/** A press of a mark chooses it, unless it selects words or follows a link; one elsewhere leaves it. */
function usePress({ text, isOurs, onPress, onLeave, open }: PressProps) {
  const press = useEffectEvent((event: MouseEvent) => {
    const target = event.target as Element;
    // A button that did its work may be gone.
    if (!target.isConnected || isOurs(target)) return;
    const ids = target.closest("mark.hl")?.getAttribute("data-marks")?.split(" ") ?? [];
    // Citations have names of their own.
    const id = ids.findLast((name) => !/^c\d+$/.test(name));
    const selects = document.getSelection()?.isCollapsed === false;
    if (id && text.contains(target) && !selects && !target.closest("a, button")) onPress(id);
    else if (open && !target.closest(".own-remark, .your-mark")) onLeave();
  });
  useEffect(() => {
    document.addEventListener("click", press);
    return () => document.removeEventListener("click", press);
  }, []);
}

/** Leads to the mark in the fragment once, when the marks are there. */
function useNamed(hash: string, there: boolean, lead: (id: string) => void) {
  const go = useEffectEvent(lead);
  useEffect(() => {
    const [, name] = /^#mark-(.+)$/.exec(hash) ?? [];
    if (there && name) go(decodeURIComponent(name));
  }, [hash, there]);
}
