import { Dialog } from "@base-ui/react/dialog";
import X from "lucide-react/icons/x";
import type { ReactNode } from "react";
import { Opened } from "./opened";

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

/** The body of ui/dialog, in a file of its own so that it can load late. */
export default function DialogFrame({ open, onClose, title, firstFocus, keepsFocus, onClosed, children }: DialogProps) {
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onOpenChangeComplete={(next) => !next && onClosed?.()}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="veil-shade" />
        <Dialog.Viewport className="veil">
          <Dialog.Popup
            className="dialog"
            initialFocus={(by) => (by !== "touch" && firstFocus?.()) || true}
            {...(keepsFocus && { finalFocus: () => !keepsFocus() })}
          >
            <Opened open={open} />
            <div className="dialog-head">
              <Dialog.Title>{title}</Dialog.Title>
              <Dialog.Close className="btn btn-ghost btn-icon" aria-label="Close">
                <X className="i" />
              </Dialog.Close>
            </div>
            {children}
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
