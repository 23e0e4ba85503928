/** Scrolling to what is on the page, and whether it was the reader's hand that scrolled. */

/** What scrolls an element: a pane of its own, or the opened memory. */
export function scrollerOf(element: Element): Element {
  const page = element.closest(".reader") ?? document.documentElement;
  for (let one: Element | null = element; one && one !== page; one = one.parentElement)
    if (/auto|scroll/.test(getComputedStyle(one).overflowY)) return one;
  return page;
}

/** The number of frames to repeat the scrolling at most, since content that comes into view is laid out late and moves it. */
const FRAMES = 12;

/** The distance from the edges of what scrolls within which words count as out of view, in pixels. */
const EDGE = 96;

/**
 * Scrolls to the element that `find` returns, and repeats it until the layout is stable. The element may mount later. Returns
 * what ends it.
 */
export function bringIntoView(
  find: () => Element | null | undefined,
  block: ScrollLogicalPosition = "center",
): () => void {
  return repeated(() => {
    const element = find();
    if (!element) return undefined;
    tellJump(element);
    element.scrollIntoView({ block, behavior: "instant" });
    return element;
  });
}

/** Scrolls words into the upper half of what scrolls them, unless they are in view. */
export function bringWordsIntoView(words: Range): () => void {
  const { startContainer: start } = words;
  const element = start instanceof Element ? start : start.parentElement;
  const scroller = element && scrollerOf(element);
  return repeated(() => {
    if (!scroller) return undefined;
    const { top } = words.getBoundingClientRect();
    const box = scroller.getBoundingClientRect();
    if (top >= box.top + EDGE && top <= box.bottom - 2 * EDGE) return words;
    tellJump(scroller);
    scroller.scrollBy({ top: top - box.top - box.height / 3, behavior: "instant" });
    return words;
  });
}

function repeated(scroll: () => Element | Range | undefined): () => void {
  let frame = 0;
  let left = FRAMES;
  let before: number | undefined;
  const hold = () => {
    const top = scroll()?.getBoundingClientRect().top;
    left -= 1;
    if (left === 0 || (top !== undefined && top === before)) return;
    before = top;
    frame = requestAnimationFrame(hold);
  };
  hold();
  return () => cancelAnimationFrame(frame);
}

const JUMP = "engram-jump";
const HAND = "engram-hand";

/** Tells that a scroll is to look at something, and not because its reader reads on. */
export const tellJump = (element: Element) => void element.dispatchEvent(new Event(JUMP, { bubbles: true }));

/** Tells that its reader reads on without scrolling by hand: by listening, or by turning a page. */
export const tellReadOn = (element: Element) => void element.dispatchEvent(new Event(HAND, { bubbles: true }));

const SCROLL_KEYS = ["ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End", " "];

/** Calls back with true for each jump, and with false when a hand scrolls. Returns the way to stop. */
export function followJumps(scroller: Element, tell: (jumped: boolean) => void): () => void {
  const jump = () => tell(true);
  const hand = () => tell(false);
  // What scrolls is pressed itself where its scrollbar is.
  const press = ({ target }: Event) => target === scroller && hand();
  const key = ({ key, target }: KeyboardEvent) => {
    const writes = target instanceof Element && target.closest("input, textarea, select, [contenteditable]");
    if (!writes && SCROLL_KEYS.includes(key)) hand();
  };
  scroller.addEventListener(JUMP, jump);
  scroller.addEventListener("pointerdown", press);
  for (const name of BY_HAND) scroller.addEventListener(name, hand, { passive: true });
  document.addEventListener("keydown", key);
  return () => {
    scroller.removeEventListener(JUMP, jump);
    scroller.removeEventListener("pointerdown", press);
    for (const name of BY_HAND) scroller.removeEventListener(name, hand);
    document.removeEventListener("keydown", key);
  };
}

const BY_HAND = ["wheel", "touchmove", HAND];
