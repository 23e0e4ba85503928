import CircleAlert from "lucide-react/icons/circle-alert";
import Copy from "lucide-react/icons/copy";
import RotateCw from "lucide-react/icons/rotate-cw";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { dayText } from "@/lib/day-text";
import { Button } from "@/ui/button";
import { copyText } from "@/ui/copy";
import { Skeleton } from "@/ui/skeleton";
import { toast } from "@/ui/toast";

type PendingProps = { what: string; failed: boolean; retry: () => unknown };

/** Stands where something is not known: it is being read, or it can't be. */
export function Pending({ what, failed, retry }: PendingProps) {
  if (failed)
    return (
      <p role="status" className="set-failed">
        <CircleAlert className="i i-s" />
        <span>The {what} can’t be read right now.</span>
        <Button look="ghost" size="small" icon={<RotateCw className="i i-s" />} onClick={() => void retry()}>
          Try again
        </Button>
      </p>
    );
  return (
    <div role="status" aria-label={`Loading the ${what}`}>
      <Skeleton className="h-32" />
    </div>
  );
}

/** A day, which a machine can read to the second. */
export function Day({ at, text }: { at: string; text?: string }) {
  return <time dateTime={at}>{text ?? dayText(new Date(at), new Date())}</time>;
}

type TallyProps = { name: string; value: ReactNode; also?: string | undefined };

/** One figure of several, with what is said beside it. */
export function Tally({ name, value, also }: TallyProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {value}
        {also && <small>{also}</small>}
      </dd>
    </div>
  );
}

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
