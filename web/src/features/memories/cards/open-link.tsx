import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Memory } from "../model";
import { useCardParts } from "./parts";

/**
 * The way into a memory, here in the app. It takes the whole of its card but for what stands above it. The page stays
 * where it is: the memory opens over it.
 */
export function OpenLink({ memory, children }: { memory: Memory; children: ReactNode }) {
  const { pathOf } = useCardParts();
  return (
    <Link to={pathOf(memory._id)} preventScrollReset className="open">
      {children}
    </Link>
  );
}
