import Copy from "lucide-react/icons/copy";
import { useEffect, useId, useRef } from "react";
import { Button } from "@/ui/button";
import { copyText } from "@/ui/copy";
import { toast } from "@/ui/toast";

type OnceProps = { label: string; secret: string; hint: string };

/** A secret that is shown this once, with the focus on it, to be copied and handed on. */
export function Once({ label, secret, hint }: OnceProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another secret in its place takes the focus too.
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [secret]);

  async function copy() {
    try {
      await copyText(secret);
      toast.success(`${label} copied`);
    } catch {
      toast.error("It could not be copied. Please select it and copy it yourself.");
    }
  }

  return (
    <div className="once">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <div className="once-line">
        <input ref={field} id={id} className="input" readOnly value={secret} aria-describedby={`${id}-hint`} />
        <Button look="primary" icon={<Copy className="i i-s" />} onClick={() => void copy()}>
          Copy
        </Button>
      </div>
      <p className="hint" id={`${id}-hint`}>
        {hint}
      </p>
    </div>
  );
}
