/** The distance from the edges of the window within which words count as out of view, in pixels. */
const EDGE = 96;

/** What scrolls an element: a pane of its own, or the opened memory. */
export function scrollerOf(element: Element): Element {
  const page = element.closest(".reader") ?? document.documentElement;
  for (let one: Element | null = element; one && one !== page; one = one.parentElement)
    if (/auto|scroll/.test(getComputedStyle(one).overflowY)) return one;
  return page;
}

/** Scrolls words into the upper half of what scrolls, unless they are in view. Repeated, since what comes into view is laid out late. */
export function bringIntoView(range: Range, scroller: Element, tries = 4): void {
  const words = range.getBoundingClientRect();
  const box = scroller.getBoundingClientRect();
  if (words.top >= box.top + EDGE && words.top <= box.bottom - 2 * EDGE) return;
  scroller.scrollBy({ top: words.top - box.top - box.height / 3, behavior: "instant" });
  if (tries > 1) requestAnimationFrame(() => bringIntoView(range, scroller, tries - 1));
}
