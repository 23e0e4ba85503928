import { Dialog } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { DialogProps } from "./dialog";
import { Opened } from "./opened";

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
