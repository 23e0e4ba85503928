import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Memory } from "@/memory/kinds";
import { useCardParts } from "./parts";

type Props = {
  memory: Memory;
  /** Id of what tells one such link from the next, where its words don't. */
  describedBy?: string;
  children: ReactNode;
};

/**
 * The way into a memory, here in the app. It takes the whole of its card but for what stands above it. The page stays
 * where it is: the memory opens over it.
 */
export function OpenLink({ memory, describedBy, children }: Props) {
  const { pathOf } = useCardParts();
  return (
    <Link to={pathOf(memory._id)} preventScrollReset className="open" aria-describedby={describedBy}>
      {children}
    </Link>
  );
}
