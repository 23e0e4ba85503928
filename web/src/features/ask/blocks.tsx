import { useMemo } from "react";
import { DocumentView, PLAIN } from "@/document/document-view";
import type { Drawing } from "@/document/drawing";
import type { Block } from "@/document/tree";
import { CiteMark } from "./cite-mark";
import { Unsupported } from "./unsupported";

type Props = {
  blocks: readonly Block[];
  /** The numbers that have a source. The set keeps its identity while they stay the same. */
  numbers: ReadonlySet<number>;
};

/** Draws an answer, its marks as buttons that lead to their sources. */
export function Blocks({ blocks, numbers }: Props) {
  const drawing = useMemo<Drawing>(
    () => ({
      ...PLAIN,
      markOf: ({ cite = 0, citation, unsupported }, key) => {
        if (unsupported) return <Unsupported key={key} />;
        return numbers.has(cite) ? <CiteMark key={key} n={cite} citation={citation} /> : ` [${cite}]`;
      },
    }),
    [numbers],
  );
  return <DocumentView blocks={blocks} drawing={drawing} />;
}
