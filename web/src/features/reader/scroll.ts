/** Frames for which a place is held: what is near it is laid out only once it comes into view, and pushes it away. */
const FRAMES = 12;

/** Brings what `find` gives into the middle of the view and holds it there while what is around it is laid out. */
export function bringIntoView(
  find: () => Element | null | undefined,
  block: ScrollLogicalPosition = "center",
): () => void {
  let frame = 0;
  let left = FRAMES;
  const hold = () => {
    find()?.scrollIntoView({ block, behavior: "instant" });
    left -= 1;
    if (left > 0) frame = requestAnimationFrame(hold);
  };
  hold();
  return () => cancelAnimationFrame(frame);
}
