import { Dialog } from "@base-ui/react/dialog";
import { useRef, useState } from "react";
import { Finder } from "./finder";
import type { Action } from "./model";

type Props = {
  open: boolean;
  onClose: () => void;
  actions: readonly Action[];
  onOpen: (id: string) => void;
  onAsk: (question: string) => void;
};

/** Find or do anything: a field over all that is saved and all that can be done. It starts empty at each opening. */
export default function Palette({ open, onClose, ...rest }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<{ run: () => void }>();
  const choose = (run: () => void) => {
    setChosen({ run });
    onClose();
  };
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => !next && onClose()}
      // What was chosen finds the page as it was, the focus included: it may want to take that somewhere itself.
      onOpenChangeComplete={(next) => {
        if (next) return;
        setChosen(undefined);
        chosen?.run();
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="veil-shade" />
        <Dialog.Viewport className="veil veil-palette">
          <Dialog.Popup className="dialog palette" aria-label="Find or do anything" initialFocus={input}>
            <Finder input={input} onClose={onClose} onChoose={choose} {...rest} />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
