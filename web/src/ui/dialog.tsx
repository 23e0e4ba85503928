import { lazy, Suspense, useState } from "react";
import type { DialogProps } from "./dialog-frame";

// Base UI weighs more than most pages need, so it arrives with the first dialog that opens.
const loadFrame = () => import("./dialog-frame");
const Frame = lazy(loadFrame);

/** Brings what draws a dialog. To be awaited before one opens: without it, the page would break in its place. */
export function preloadDialog(): Promise<unknown> {
  return loadFrame();
}

/** A modal of 640 px, a bottom sheet under 600. It keeps the focus inside and gives it back on closing. */
export function Dialog(props: DialogProps) {
  const [wanted, setWanted] = useState(props.open);
  if (props.open && !wanted) setWanted(true);
  if (!wanted) return null;
  return (
    <Suspense fallback={null}>
      <Frame {...props} />
    </Suspense>
  );
}
