import { ArrowUpRight } from "lucide-react";
import type { ReactNode } from "react";
import { safeLink } from "@/lib/safe-link";

type Props = {
  /** What stands at the start: an icon and a few words. */
  children: ReactNode;
  /** The address, when there is one, and the word that leads there. */
  link: string;
  label: string;
  /** Id of the title: it tells one "Page" from the next. */
  titleId: string;
};

/** The last line of a card: where it comes from, and the way out, which opens a new tab. */
export function CardFoot({ children, link, label, titleId }: Props) {
  const href = safeLink(link);
  return (
    <div className="card-foot">
      {children}
      {href && (
        <a className="out" href={href} target="_blank" rel="noreferrer" aria-describedby={titleId}>
          {label}
          <ArrowUpRight className="i i-s" />
        </a>
      )}
    </div>
  );
}
