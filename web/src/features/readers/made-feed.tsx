import { BusyButton } from "@/ui/busy-button";
import { copyText } from "@/ui/copy";
import { toast } from "@/ui/toast";
import type { MadeFeed } from "./api";

/** The addresses of a feed that was just made. They are shown this once. */
export function MadeFeedAddresses({ made }: { made: MadeFeed }) {
  return (
    <div className="reader-made">
      <p>
        <bdi>“{made.name}”</bdi> is ready. Copy its address now: it is not shown again.
      </p>
      <ul>
        <Address form="RSS" address={made.rss} />
        <Address form="JSON Feed" address={made.json} />
      </ul>
    </div>
  );
}

function Address({ form, address }: { form: string; address: string }) {
  async function onCopy() {
    try {
      await copyText(address);
      toast.success("Address copied");
    } catch {
      toast.error("The browser did not allow that. Select the address and copy it.");
    }
  }
  return (
    <li>
      <span>{form}</span>
      <code>{address}</code>
      <BusyButton look="secondary" label={`Copy the address as ${form}`} onPress={onCopy}>
        Copy
      </BusyButton>
    </li>
  );
}
