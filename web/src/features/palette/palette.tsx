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
  onFilter: (filter: string) => void;
  onAsk: (question: string) => void;
};

/** The command palette: searches memories and actions. It is empty each time it opens. */
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
            <AfterUnmount run={runChosen} />
            <Finder input={input} onClose={onClose} onChoose={choose} {...rest} />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/**
 * Runs the chosen action after the dialog has unmounted. The timeout lets the dialog restore the focus first, so that
 * the action can move it.
 */
function AfterUnmount({ run }: { run: () => void }) {
  const onGone = useEffectEvent(() => setTimeout(run));
  useEffect(() => () => void onGone(), []);
  return null;
}
