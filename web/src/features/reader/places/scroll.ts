/**
 * The number of frames to repeat the scrolling at most, since content that comes into view is laid out late and moves
 * it.
 */
const FRAMES = 12;

/**
 * Scrolls to the element that `find` returns, and repeats it until the layout is stable. The element may mount later.
 */
export function bringIntoView(
  find: () => Element | null | undefined,
  block: ScrollLogicalPosition = "center",
): () => void {
  let frame = 0;
  let left = FRAMES;
  let before: number | undefined;
  const hold = () => {
    const element = find();
    element?.scrollIntoView({ block, behavior: "instant" });
    const top = element?.getBoundingClientRect().top;
    left -= 1;
    if (left === 0 || (element && top === before)) return;
    before = top;
    frame = requestAnimationFrame(hold);
  };
  hold();
  return () => cancelAnimationFrame(frame);
}
