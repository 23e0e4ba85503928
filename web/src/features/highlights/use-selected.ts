import { useEffect, useEffectEvent, useState } from "react";
import { rangeOf } from "@/document/on-page";
import type { TextRange } from "@/document/range";

/** How long a selection stands still before it counts, in milliseconds: handles on a touch screen are dragged slowly. */
const STILL = 200;

/** What is selected, in the text or on the printed pages; there perhaps words that are not of the text. */
export type Selected = {
  root: HTMLElement;
  span: TextRange | undefined;
  /** The words as they stand on the page. */
  words: string;
  /** The printed page. */
  page?: number;
};

type Props = {
  /** The elements that hold the text, and the printed pages. */
  text: HTMLElement;
  pages: HTMLElement | undefined;
  /** Whether an element belongs to what is done with a selection: it may take the focus. */
  isOurs: (element: Element) => boolean;
};

/** What is selected with the mouse, by touch or by keys, once the hand rests. */
export function useSelected({ text, pages, isOurs }: Props): { selected: Selected | undefined; forget: () => void } {
  const [selected, setSelected] = useState<Selected>();
  const ours = useEffectEvent(isOurs);
  useEffect(() => {
    let pressed = false;
    let timer = 0;
    const read = () => {
      const { activeElement } = document;
      if (activeElement && ours(activeElement)) return;
      const selection = document.getSelection();
      const range = selection && selection.rangeCount > 0 && !selection.isCollapsed && selection.getRangeAt(0);
      setSelected(range ? selectedIn(text, pages, range) : undefined);
    };
    const soon = () => {
      clearTimeout(timer);
      if (!pressed) timer = window.setTimeout(read, STILL);
    };
    const press = ({ target, pointerType }: PointerEvent) => {
      // On a touch screen the handles move with no press of the page.
      pressed = pointerType === "mouse" && !(target instanceof Element && ours(target));
    };
    const release = () => {
      pressed = false;
      soon();
    };
    document.addEventListener("selectionchange", soon);
    document.addEventListener("pointerdown", press);
    document.addEventListener("pointerup", release);
    document.addEventListener("pointercancel", release);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("selectionchange", soon);
      document.removeEventListener("pointerdown", press);
      document.removeEventListener("pointerup", release);
      document.removeEventListener("pointercancel", release);
    };
  }, [text, pages]);
  return { selected, forget: () => setSelected(undefined) };
}

function selectedIn(text: HTMLElement, pages: HTMLElement | undefined, range: Range): Selected | undefined {
  const words = range.toString();
  if (!pages?.contains(range.startContainer)) {
    const span = rangeOf(text, range);
    return span && { root: text, span, words };
  }
  if (words.trim() === "") return undefined;
  const start = range.startContainer;
  const element = start instanceof Element ? start : start.parentElement;
  const page = Number(element?.closest<HTMLElement>("[data-page]")?.dataset.page);
  return { root: pages, span: rangeOf(pages, range), words, ...(page > 0 && { page }) };
}
