import { type RefObject, useState } from "react";
import type { Block } from "@/document/tree";
import type { Kept } from "../api";
import { useReading } from "../outline/use-reading";
import { useJumped } from "../progress/use-jumped";
import { BEGUN, useProgress } from "../progress/use-progress";
import type { Leaf } from "./align";
import { pageAtShare, shareOfPage } from "./pages";

type Props = {
  id: string;
  kept: Kept | undefined;
  unread: boolean;
  /** The pages, which page is read, and how many there are: none while they load. */
  scroller: RefObject<HTMLElement | null>;
  page: number;
  count: number;
  /** The text beside them, which is read where the pages are not shown. */
  text: RefObject<HTMLElement | null>;
  leaves: readonly Block[];
  paged: readonly Leaf[];
  drawn: boolean;
};

/** Keeps up to which page a document is read. It draws nothing. */
export function PageProgress(props: Props): null {
  const { id, kept, unread, scroller, page: printed, count, text, leaves, paged, drawn } = props;
  const reading = useReading(text, leaves, drawn);
  const jumpedOnPages = useJumped(scroller);
  const jumpedInText = useJumped(text, leaves, drawn);
  const isHidden = scroller.current?.offsetWidth === 0;
  const page = isHidden ? (paged[reading.first]?.page ?? 1) : printed;
  const leaf = isHidden ? reading.first : paged.findIndex((one) => one.page >= page);
  useProgress({
    id: count > 0 ? id : undefined,
    kept,
    unread,
    at: { leaf: Math.max(0, leaf), share: shareOfPage(page, count) },
    jumped: isHidden ? jumpedInText : jumpedOnPages,
    least: Math.min(BEGUN, shareOfPage(2, count)),
    offers: false,
  });
  return null;
}

/** The page at which a document was left; undefined until that is known, and where it was not begun or is at its end. */
export function useLeftAt(kept: Kept | undefined, count: number): number | undefined {
  // As it was on opening: what is read since does not move the page.
  const [first, setFirst] = useState(kept);
  if (first === undefined && kept !== undefined) setFirst(kept);
  return first && count > 0 && first.share > 0 && first.share < 1 ? pageAtShare(first.share, count) : undefined;
}
