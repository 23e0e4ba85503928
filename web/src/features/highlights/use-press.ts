import { useEffect, useEffectEvent } from "react";

type Props = {
  text: HTMLElement;
  pages: HTMLElement | undefined;
  isOurs: (element: Element) => boolean;
  /** Called with a mark's name, and what shows it. Citations have names of their own, and are left out. */
  onPress: (id: string, root: HTMLElement) => void;
  /** Called for a press elsewhere while a mark is chosen, and whether it selected words. */
  onLeave: (selects: boolean) => void;
  open: boolean;
};

/** A press of a mark chooses it, unless it selects words or follows a link; one elsewhere leaves it. */
export function usePress({ text, pages, isOurs, onPress, onLeave, open }: Props): void {
  const press = useEffectEvent((event: MouseEvent) => {
    const target = event.target as Element;
    // A button that did its work may be gone.
    if (!target.isConnected || isOurs(target)) return;
    const root = [text, pages].find((one) => one?.contains(target));
    const id = root && (root === text ? inText(target) : onPage(event));
    const selects = document.getSelection()?.isCollapsed === false;
    if (id && root && !selects && !target.closest("a, button")) onPress(id, root);
    else if (open && !target.closest(".own-remark, .your-mark")) onLeave(selects);
  });
  useEffect(() => {
    document.addEventListener("click", press);
    return () => document.removeEventListener("click", press);
  }, []);
}

const isOwn = (id: string | null | undefined): id is string => Boolean(id) && !/^(c\d+|hit-\d+)$/.test(id ?? "");

/** The last of the marks of words is the shortest. */
function inText(target: Element): string | undefined {
  return target.closest("mark.hl")?.getAttribute("data-marks")?.split(" ").findLast(isOwn);
}

/** On a page the words lie over the marks. */
function onPage({ clientX, clientY }: MouseEvent): string | undefined {
  const under = document.elementsFromPoint(clientX, clientY);
  return under.map((one) => one.closest<HTMLElement>("[data-mark]")?.dataset.mark).find(isOwn);
}
