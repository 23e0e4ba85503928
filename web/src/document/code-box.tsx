import Check from "lucide-react/icons/check";
import Copy from "lucide-react/icons/copy";
import { useEffect, useState } from "react";
import { copyText } from "@/ui/copy";
import { toast } from "@/ui/toast";
import type { LeafProps } from "./drawing";
import { languageName } from "./language-name";
import { Words } from "./words";

/** Code with its language, and a button that copies it. */
export function CodeBox({ block, leaf }: LeafProps) {
  const { text = "", language = "" } = block;
  return (
    <figure className="codebox">
      <figcaption>
        <span>{languageName(language)}</span>
        <CopyButton text={text} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be within the keyboard's reach. */}
      <pre tabIndex={0} dir="ltr">
        <code data-leaf={leaf} data-from={0}>
          <Words spans={[{ text }]} leaf={leaf} />
        </code>
      </pre>
    </figure>
  );
}

/** How long it says that the code is copied, in milliseconds. */
const SAID = 2000;

function CopyButton({ text }: { text: string }) {
  const [copied, setCopied] = useState(0);
  useEffect(() => {
    if (copied === 0) return;
    const timer = setTimeout(() => setCopied(0), SAID);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () =>
    copyText(text).then(
      () => setCopied((times) => times + 1),
      () => toast.error("The code could not be copied"),
    );
  return (
    <button type="button" className="btn btn-ghost btn-s" onClick={() => void copy()}>
      {copied ? <Check className="i i-s" /> : <Copy className="i i-s" />}
      <span aria-live="polite">{copied ? "Copied" : "Copy"}</span>
      <span className="vh"> code</span>
    </button>
  );
}
