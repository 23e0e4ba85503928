import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { createPortal } from "react-dom";
import type { After } from "@/document/drawing";
import type { Stretch } from "@/document/marks";
import { pageRangeOf } from "@/document/on-page";
import { bringWordsIntoView } from "@/document/scroll";
import type { Block } from "@/document/tree";
import type { Memory } from "@/memory/kinds";
import { toast } from "@/ui/toast";
import { useHighlights } from "./api";
import { stretchesOfMarks } from "./drawn";
import { MarkList, Orphans } from "./mark-list";
import { MarkingBar } from "./marking-bar";
import { type Highlight, inOrder } from "./model";
import { RemarksBeside, useRemarksUnder } from "./remarks";
import { useMarking } from "./use-marking";
import { useMarkingKeys } from "./use-marking-keys";
import { usePress } from "./use-press";
import { useShown } from "./use-shown";
import "./colors.css";
import "./marking.css";

type Props = {
  memory: Memory;
  /** The leaves of the text, each with its page or second. */
  leaves: readonly Block[];
  /** Holds the text: an element with `data-leaf` and `data-from` holds words of a leaf. */
  text: HTMLElement;
  /** Holds the printed pages, where there are some: elements in it hold words of a leaf as well, up to `data-to`. */
  pages: HTMLElement | undefined;
  /** Empty elements below the outline, beside the text, as high as that, and behind it. */
  list: HTMLElement;
  margin: HTMLElement;
  end: HTMLElement;
  onMarks: (stretches: readonly Stretch[]) => void;
  /** Draws under a leaf. */
  onAfter: (after: After | undefined) => void;
  /** Brings a leaf into view, and the focus to it. */
  goTo: (leaf: number) => void;
  /** The fragment: "#mark-ID" leads to a mark. */
  hash: string;
  /** Puts words into the box that asks this memory. */
  onAsk: (quote: string) => void;
};

const NONE: readonly Highlight[] = [];

/** Marks a text: the bar over what is selected, the marks in the text, their list, their remarks. */
export function Marking(props: Props) {
  const { memory, leaves, text, pages, list, margin, end, onMarks, onAfter, goTo, hash, onAsk } = props;
  const bar = useRef<HTMLDivElement>(null);
  const marks = useHighlights(memory._id);
  const isOurs = (element: Element) => bar.current?.contains(element) ?? false;
  const marking = useMarking({ memory, leaves, marks, text, pages, isOurs, onAsk });
  const { begin, remember } = useMarkingKeys({ text, pages, bar, marking });
  const { highlights } = marks;
  const { placed, orphaned } = useMemo(() => inOrder(highlights ?? []), [highlights]);
  const remarked = useMemo(() => placed.filter(({ remark }) => remark !== ""), [placed]);
  const [named, setNamed] = useState<string>();
  const chosen = marking.mark?.id;

  const stretches = useMemo(() => stretchesOfMarks(placed, chosen ?? named), [placed, chosen, named]);
  useEffect(() => onMarks(stretches), [stretches, onMarks]);
  const show = (id: string) => {
    const mark = placed.find((one) => one.id === id);
    const range = mark && pageRangeOf(text, mark);
    if (range && text.offsetWidth > 0) bringWordsIntoView(range);
    return { mark, shown: range !== undefined };
  };
  const press = (id: string, root: HTMLElement) => {
    setNamed(undefined);
    marking.choose({ mark: id, root });
    if (root === pages) show(id);
  };
  const leave = (selects: boolean) => (selects ? marking.drop() : marking.clear());
  usePress({ text, pages, isOurs, onPress: press, onLeave: leave, open: chosen !== undefined });

  const go = (id: string) => {
    remember();
    const { mark, shown } = show(id);
    if (!mark) return;
    if (!shown) goTo(mark.start.leaf);
    press(id, text);
  };
  /** The list leads to a mark by keys as well: they go on in the bar. */
  const goByKeys = (id: string) => {
    go(id);
    requestAnimationFrame(() => bar.current?.querySelector("button")?.focus({ preventScroll: true }));
  };
  useNamed(hash, highlights !== undefined, (id) => {
    setNamed(id);
    if (show(id).mark) return;
    const orphan = [...end.querySelectorAll<HTMLElement>("[data-orphan]")].find((row) => row.dataset.orphan === id);
    orphan?.scrollIntoView({ block: "center", behavior: "instant" });
    orphan?.focus({ preventScroll: true });
    toast(orphan ? "The words of this mark are no longer in the text." : "This mark was removed.");
  });
  const openRemark = (id: string) => {
    remember();
    marking.remark(id);
  };

  const beside = useShown(list);
  const inMargin = useShown(margin);
  useRemarksUnder({ marks: inMargin ? NONE : remarked, onAfter, onOpen: openRemark });
  const all = (
    <MarkList
      marks={placed}
      onGo={goByKeys}
      onBegin={begin}
      known={highlights !== undefined}
      failed={marks.failed}
      onRetry={marks.retry}
    />
  );
  return (
    <>
      <MarkingBar bar={bar} text={text} memory={memory._id} marking={marking} />
      <div role="status" className="vh">
        {/* Another element for what is said again, which is read out again. */}
        <span key={marking.said.times}>{marking.said.text}</span>
      </div>
      {beside && createPortal(all, list)}
      {inMargin && <RemarksBeside marks={remarked} root={text} margin={margin} onOpen={openRemark} />}
      {createPortal(
        <div className="marks-end">
          {!beside && (placed.length > 0 || marks.failed) && all}
          {orphaned.length > 0 && <Orphans marks={orphaned} onRemove={marking.remove} />}
        </div>,
        end,
      )}
    </>
  );
}

/** Leads to the mark in the fragment once, when the marks are there. */
function useNamed(hash: string, there: boolean, lead: (id: string) => void) {
  const go = useEffectEvent(lead);
  useEffect(() => {
    const name = markIn(hash);
    if (there && name) go(name);
  }, [hash, there]);
}

/** The mark that a fragment names; undefined where it is no fragment of ours. */
function markIn(hash: string): string | undefined {
  const [, name] = /^#mark-(.+)$/.exec(hash) ?? [];
  try {
    return name && decodeURIComponent(name);
  } catch {
    return undefined;
  }
}
