/** Frames for which a place is held at most: what is near it is laid out only once it comes into view, and moves it. */
const FRAMES = 12;

/** Brings what `find` gives into view and holds it there until what is around it is laid out. It may be about to come. */
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
