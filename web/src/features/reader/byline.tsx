import { ArrowUpRight } from "lucide-react";
import { hostName } from "@/lib/host-name";
import { safeLink } from "@/lib/safe-link";
import type { Memory } from "./model";

/** Who made it, and where it comes from. */
export function Byline({ memory }: { memory: Memory }) {
  const { type, author, site, link } = memory;
  const host = hostName(link);
  // "YouTube" before "youtube.com" says nothing.
  const bare = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  const names = [author, site].filter((name) => name && !bare(host).includes(bare(name)));
  const href = safeLink(link);
  if (type === "note") return null;
  return (
    <p className="by">
      {[...new Set(names)].map((name) => (
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
