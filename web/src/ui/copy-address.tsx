import { BusyButton } from "./busy-button";
import { copyText } from "./copy";
import { toast } from "./toast";

/** Copies the address that is shown beside it. */
export function CopyAddress({ address, label }: { address: string; label: string }) {
  async function onPress() {
    try {
      await copyText(address);
      toast.success("Address copied");
    } catch {
      toast.error("The browser did not allow that. Select the address and copy it.");
    }
  }
  return (
    <BusyButton look="secondary" label={label} onPress={onPress}>
      Copy
    </BusyButton>
  );
}
