import Check from "lucide-react/icons/check";
import Link2 from "lucide-react/icons/link-2";
import X from "lucide-react/icons/x";
import { useEffect, useState } from "react";
import { copyText } from "@/ui/copy";

/** How long the button shows the result, in milliseconds. */
const SAID_FOR = 6000;

const SAID = { copied: "Copied!", failed: "Not copied" } as const;
const ICONS = { copied: Check, failed: X } as const;

/** Copies the URL of a tweet. */
export function CopyLink({ url }: { url: string }) {
  const [said, setSaid] = useState<{ what: keyof typeof SAID }>();
  useEffect(() => {
    if (!said) return;
    const timer = setTimeout(() => setSaid(undefined), SAID_FOR);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = async () => {
    try {
      await copyText(url);
      setSaid({ what: "copied" });
    } catch {
      setSaid({ what: "failed" });
    }
  };
  const Icon = said ? ICONS[said.what] : Link2;
  return (
    <>
      <button type="button" onClick={() => void copy()} data-said={said?.what}>
        <Icon className="i" />
        {said ? SAID[said.what] : "Copy link to Tweet"}
      </button>
      <span className="vh" role="status">
        {said && (said.what === "copied" ? "The link is copied." : "The link could not be copied.")}
      </span>
    </>
  );
}
