import { CopyAddress } from "@/ui/copy-address";
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
  return (
    <li>
      <span>{form}</span>
      <code>{address}</code>
      <CopyAddress address={address} label={`Copy the address as ${form}`} />
    </li>
  );
}
