import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { Color } from "@/document/marks";
import { pageRangeOf } from "@/document/on-page";
import { quoteOf, type TextRange, trimmed } from "@/document/range";
import { longer, sentenceBeside, shorter } from "@/document/sentences";
import { type Block, plainOf } from "@/document/tree";
import type { Memory } from "@/memory/kinds";
import { copyRich } from "@/ui/copy";
import { toast } from "@/ui/toast";
import type { Highlights } from "./api";
import { lastColor } from "./color";
import { type Highlight, highlightOf, merged } from "./model";
import { quotation } from "./quotation";
import type { Step } from "./selection-bar";
import { type Selected, useSelected } from "./use-selected";

/** What is chosen other than by selecting: a mark, or a sentence by keys. `root` shows it, by default the text. */
type Chosen = ({ mark: string; remarking?: boolean } | { sentence: TextRange }) & { root?: HTMLElement };

type Props = {
  memory: Memory;
  leaves: readonly Block[];
  marks: Highlights;
  /** The elements that hold the text, and the printed pages. */
  text: HTMLElement;
  pages: HTMLElement | undefined;
  isOurs: (element: Element) => boolean;
  onAsk: (quote: string) => void;
};

/** What is chosen of a text, and what can be done with it. */
export function useMarking({ memory, leaves, marks, text, pages, isOurs, onAsk }: Props) {
  const texts = useMemo(() => leaves.map(plainOf), [leaves]);
  const { selected, forget } = useSelected({ text, pages, isOurs });
  const [last, setChosen] = useState<Chosen>();
  const [said, setSaid] = useState({ text: "", times: 0 });
  const say = (text: string) => setSaid(({ times }) => ({ text, times: times + 1 }));

  const list = marks.highlights ?? [];
  const named = last && "mark" in last ? last : undefined;
  const remarking = named?.remarking ?? false;
  const lost = named && lossOf(named.mark, marks.find(named.mark), remarking);
  // What is gone is not chosen any more.
  const chosen = lost ? undefined : last;
  const latest = useRef(chosen);
  useLayoutEffect(() => {
    latest.current = chosen;
  });
  const sentence = chosen && "sentence" in chosen ? chosen.sentence : undefined;
  const stretch = chosen ? sentence : selected && stretchOf(selected, texts);
  const root = (chosen ? chosen.root : selected?.root) ?? text;
  const unplaced = chosen || stretch ? undefined : selected;
  const mark = chosen && "mark" in chosen ? marks.find(chosen.mark) : stretch && highlightOf(list, stretch);
  const span: TextRange | undefined = mark?.orphaned ? undefined : (mark ?? stretch);
  const quote = mark ? mark.quote : stretch ? quoteOf(stretch, texts) : printed(unplaced?.words ?? "");

  useEffect(() => {
    if (!lost) return;
    setChosen(undefined);
    toast.error(lost);
  }, [lost]);
  const unplacedRemark = remarking && mark?.orphaned === true;
  useEffect(() => {
    if (unplacedRemark)
      toast("The words of this mark are no longer in the text. Your remark can still be saved with it.");
  }, [unplacedRemark]);

  const clear = () => {
    setChosen(undefined);
    forget();
    document.getSelection()?.removeAllRanges();
  };
  /** Marks what is chosen, in one with what it overlaps. Returns the id of the mark. */
  const add = (color: Color): string | undefined => {
    if (!stretch) return undefined;
    const { replaced, ...whole } = merged(list, stretch, color);
    say(`Marked in ${color}.`);
    return marks.add({ ...whole, quote: quoteOf(whole, texts), color }, replaced);
  };
  const turn = (color: Color) => {
    if (!mark) add(color);
    else if (mark.color !== color) {
      void marks.change(mark.id, { color });
      say(`The mark is ${color}.`);
    }
    clear();
  };
  const remark = (id = mark?.id ?? add(lastColor())) => {
    if (id === undefined) return;
    setChosen({ mark: id, remarking: true, root });
  };
  const saveRemark = async (words: string) => {
    const kept = mark !== undefined && (await marks.change(mark.id, { remark: words }));
    // Another may be chosen meanwhile.
    if (kept && latest.current === chosen) clear();
    return kept;
  };
  const copy = async () => {
    const before = span ? leaves.slice(0, span.start.leaf + 1) : [];
    const place = mark ?? {
      page: unplaced?.page ?? before.findLast(({ page }) => page)?.page,
      second: before.findLast(({ second }) => second !== undefined)?.second,
    };
    const quoted = quotation({ quote, page: place.page, second: place.second }, memory);
    try {
      await copyRich(quoted.text, quoted.html);
      toast.success("Quotation copied");
    } catch {
      toast.error("The quotation could not be copied");
    }
  };
  const ask = () => {
    clear();
    onAsk(quote);
  };
  const remove = (id = mark?.id) => {
    clear();
    if (id !== undefined) void marks.remove(id);
  };
  const choose = (next: Chosen) => {
    setChosen(next);
    if ("sentence" in next) say(quoteOf(next.sentence, texts));
  };
  const step = (by: Step) => {
    const next = sentence && stepped(sentence, by, texts);
    // What the title says already is not on the page.
    if (next && pageRangeOf(root, next)) choose({ sentence: next, root });
  };
  return {
    texts,
    /** The stretch that the bar belongs to, and the element that shows it. */
    span,
    root,
    /** Whether words of a printed page are selected that are not in the text. */
    unplaced: unplaced !== undefined,
    mark,
    sentence,
    remarking: remarking && chosen !== undefined,
    /** The name by which the mark was chosen, which a new one keeps once the server gives it another. */
    name: chosen === named ? named?.mark : undefined,
    /** For screen readers, and how often something was said. */
    said,
    say,
    choose,
    /** Leaves what is chosen for what is selected. */
    drop: () => setChosen(undefined),
    clear,
    turn,
    remark,
    saveRemark,
    copy: () => void copy(),
    ask,
    remove,
    step,
  };
}

export type Marking = ReturnType<typeof useMarking>;

/** Why a chosen mark can't be gone on with, in words; undefined if it can. A remark that is being written goes on without its words. */
function lossOf(name: string, mark: Highlight | undefined, remarking: boolean): string | undefined {
  if (mark && (remarking || !mark.orphaned)) return undefined;
  if (mark) return "The words of this mark are no longer in the text.";
  const kept = "What you wrote is kept: mark its words again to go on.";
  // That one could not be made is said where it fails.
  if (name.startsWith("new-")) return remarking ? kept : "This mark is not there any more.";
  return `This mark was removed meanwhile.${remarking ? ` ${kept}` : ""}`;
}

/** What of the text is selected. Nothing where it is words of the text among many others, such as those of a column beside. */
function stretchOf({ span, words }: Selected, texts: readonly string[]): TextRange | undefined {
  const stretch = span && trimmed(span, texts);
  const letters = (text: string) => text.replace(/\s/gu, "").length;
  return stretch && letters(quoteOf(stretch, texts)) <= 2 * letters(words) + MORE ? stretch : undefined;
}

/** Letters that a stretch may have more than what is selected, whose length differs by hyphens and ligatures. */
const MORE = 40;

/** Words of a printed page as one line: those that a line's end cuts are whole. */
const printed = (words: string) =>
  words
    .replace(/\u00ad\s*/gu, "")
    .replace(/\s+/gu, " ")
    .trim();

function stepped(sentence: TextRange, by: Step, texts: readonly string[]): TextRange {
  if (by === "longer") return longer(sentence, texts);
  return by === "shorter" ? shorter(sentence, texts) : sentenceBeside(sentence, by, texts);
}
