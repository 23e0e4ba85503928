import ArrowUpRight from "lucide-react/icons/arrow-up-right";
import { hostName } from "@/lib/host-name";
import { safeLink } from "@/lib/safe-link";
import type { Memory } from "@/memory/kinds";
import { makersOf } from "@/memory/memory";

/** Shows the author and the site. */
export function Byline({ memory }: { memory: Memory }) {
  const { type, link } = memory;
  const host = hostName(link);
  const href = safeLink(link);
  if (type === "note") return null;
  return (
    <p className="by">
      {makersOf(memory).map((name) => (
        <span key={name} dir="auto">
          {name}
        </span>
      ))}
      {type === "document" && <span>Read from the file you uploaded</span>}
      {type !== "document" && host && href && (
        <a className="link" href={href} target="_blank" rel="noreferrer">
          {host}
          <ArrowUpRight className="i i-s" />
        </a>
      )}
    </p>
  );
}
