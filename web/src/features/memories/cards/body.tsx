import type { Memory } from "@/memory/kinds";
import { titleOf } from "@/memory/memory";
import { OpenLink } from "./open-link";

/** What every kind of card is given to show. */
export type BodyProps = {
  memory: Memory;
  /** For the element that names the card. */
  titleId: string;
  /** Has the memory fetched again. */
  onRefresh: () => void;
};

export function CardTitle({ memory, titleId }: { memory: Memory; titleId: string }) {
  return (
    <h3 id={titleId} dir="auto">
      <OpenLink memory={memory}>{titleOf(memory)}</OpenLink>
    </h3>
  );
}

/** Words of the source itself; nothing when it has none. */
export function Words({ className, children }: { className: string; children: string }) {
  return children ? (
    <p className={className} dir="auto">
      {children}
    </p>
  ) : null;
}
