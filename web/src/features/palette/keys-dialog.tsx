import { useId } from "react";
import { Dialog } from "@/ui/dialog";
import { Keys } from "@/ui/keys";
import { SingleKeysSwitch } from "@/ui/single-keys-switch";
import type { Action, CardKey } from "./model";

type Props = { open: boolean; onClose: () => void; actions: readonly Action[]; cardKeys: readonly CardKey[] };

/** Lists all keyboard shortcuts, with a switch for those that are a single letter. */
export default function KeysDialog({ open, onClose, actions, cardKeys }: Props) {
  const of = (group: Action["group"]) => actions.filter((action) => action.group === group);
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts">
      <div className="dialog-body keys-body">
        <SingleKeysSwitch />
        <div className="keys-columns">
          <KeyList title="Do" lines={of("Do")} />
          <KeyList title="Go" lines={of("Go")} />
          <KeyList title="On a memory" lines={[...of("Memories"), ...cardKeys]} />
        </div>
      </div>
    </Dialog>
  );
}

function KeyList({ title, lines }: { title: string; lines: readonly CardKey[] }) {
  const heading = useId();
  if (lines.length === 0) return null;
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading}>{title}</h3>
      <dl>
        {lines.map(({ keys, label }) => (
          <div key={`${label} ${keys}`}>
            <dt>{label}</dt>
            <dd>
              <Keys keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
