import { useRef, useState } from "react";
import { Button } from "@/ui/button";

type Props = {
  look: "ghost" | "secondary";
  /** Says more than the words on it. */
  label?: string;
  className?: string;
  onPress: () => Promise<void>;
  children: string;
};

/** A small button that is busy until what it does is done. */
export function BusyButton({ label, onPress, ...rest }: Props) {
  const [busy, setBusy] = useState(false);
  const running = useRef(false);

  async function onClick() {
    // A second press can arrive before the busy button is on the screen.
    if (running.current) return;
    running.current = true;
    setBusy(true);
    await onPress();
    running.current = false;
    setBusy(false);
  }

  return <Button {...rest} size="small" aria-label={label} busy={busy} onClick={onClick} />;
}
