import { useId, useState } from "react";
import { setSingleKeys, singleKeysOn } from "@/lib/single-keys";

/** Whether the keys that are one letter alone work. */
export function SingleKeysSwitch() {
  const [on, setOn] = useState(singleKeysOn);
  const hint = useId();
  const turn = () => {
    setSingleKeys(!on);
    setOn(!on);
  };
  return (
    <div className="keys-single">
      <button
        type="button"
        role="switch"
        aria-checked={on}
        aria-describedby={hint}
        className="keys-switch"
        onClick={turn}
      >
        Single-key shortcuts
        <span className="switch" />
      </button>
      <p id={hint} className="hint">
        Keys without Ctrl or ⌘. They rest while you write.
      </p>
    </div>
  );
}
