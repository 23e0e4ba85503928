import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import type { ReactNode } from "react";
import { Skeleton } from "@/ui/skeleton";

type SectionProps = { id: string; title: string; lead: string; children: ReactNode };

/** A part of the page with its anchor: what it is at the side, or above where there is no room. */
export function Section({ id, title, lead, children }: SectionProps) {
  return (
    <section className="set" id={id} aria-labelledby={`${id}-title`}>
      <header>
        <h2 id={`${id}-title`}>{title}</h2>
        <p>{lead}</p>
      </header>
      <div className="set-body">{children}</div>
    </section>
  );
}

export type Outcome = { good: boolean; text: string };

/** How something ended, said where it was begun. */
export function Banner({ good, text }: Outcome) {
  return (
    <p className={good ? "banner banner-good" : "banner banner-bad"}>
      {good ? <CircleCheck className="i" /> : <CircleAlert className="i" />}
      {text}
    </p>
  );
}

/** Stands for a word or two that are not known yet. */
export function Waiting() {
  return (
    <span role="status" aria-label="Loading">
      <Skeleton className="h-3.5 w-28" />
    </span>
  );
}
