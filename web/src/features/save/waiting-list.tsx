import RotateCw from "lucide-react/icons/rotate-cw";
import X from "lucide-react/icons/x";
import { dropWaiting, tryAgain, type Waiting } from "@/api/outbox";
import { IconButton } from "@/ui/button";
import { nameOf, waitText } from "./model";
import { sendNow } from "./sending";

/** What waits on this device, and what was refused with the reason. */
export function WaitingList({ waiting }: { waiting: readonly Waiting[] }) {
  const again = async (one: Waiting) => {
    await tryAgain(one);
    await sendNow();
  };
  return (
    <section className="save-waits" aria-labelledby="waits">
      <h2 id="waits">{waitText(waiting.length)}</h2>
      <p className="hint">What waits is sent as soon as Engram can be reached, while it is open.</p>
      <ul>
        {waiting.map((one) => (
          <li key={one.id}>
            <span className="min-w-0">
              <bdi>{nameOf(one.thing)}</bdi>
              {one.refused && <span className="error">{one.refused}</span>}
            </span>
            {one.refused && (
              <IconButton
                label={`Try again: ${nameOf(one.thing)}`}
                icon={<RotateCw className="i i-s" />}
                onClick={() => void again(one)}
              />
            )}
            <IconButton
              label={`Remove ${nameOf(one.thing)}`}
              icon={<X className="i i-s" />}
              onClick={() => void dropWaiting(one.id)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
