import { lazy, type ReactNode, Suspense, useState } from "react";

export interface DialogProps {
  open: boolean;
  /** Called on Escape, on the close button and on a press outside. */
  onClose: () => void;
  title: string;
  /** What gets the focus on opening; by default, and when it gives nothing, the first thing that can take it. */
  firstFocus?: () => HTMLElement | null | undefined;
  /** Whether the focus goes elsewhere on closing; by default it goes back to where it was. */
  keepsFocus?: () => boolean;
  /** Called once it is gone, and the page can be scrolled again. */
  onClosed?: () => void;
  /** Put the content in `.dialog-body` and the buttons in `.dialog-foot`; a form may wrap both. */
  children: ReactNode;
}

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
