import { Dialog } from "@base-ui/react/dialog";
import { useEffect, useEffectEvent, useRef } from "react";
import { Opened } from "@/ui/opened";
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
  const chosen = useRef<() => void>(undefined);
  const choose = (run: () => void) => {
    chosen.current = run;
    onClose();
  };
  const runChosen = () => {
    chosen.current?.();
    chosen.current = undefined;
  };
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="veil-shade" />
        <Dialog.Viewport className="veil veil-palette">
          <Dialog.Popup className="dialog palette" aria-label="Find or do anything" initialFocus={input}>
            <Opened open={open} />
            <Afterwards run={runChosen} />
            <Finder input={input} onClose={onClose} onChoose={choose} {...rest} />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/**
 * Runs when what it stands in is gone. What was chosen finds the page as it was, the focus included, which is given back
 * at the end of the same turn: it may want to take that somewhere itself.
 */
function Afterwards({ run }: { run: () => void }) {
  const onGone = useEffectEvent(() => setTimeout(run));
  useEffect(() => () => void onGone(), []);
  return null;
}
