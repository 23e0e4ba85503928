import type { RefObject } from "react";
import { useMemo } from "react";
import type { Block } from "@/document/tree";
import { outlineOf } from "../outline/headings";
import { Outline } from "../outline/outline";
import { useReading } from "../outline/use-reading";
import { usePdf } from "./pdf-context";

type Props = {
  text: RefObject<HTMLElement | null>;
  leaves: readonly Block[];
  /** The first leaf that is shown. */
  from: number;
  drawn: boolean;
  goTo: (leaf: number) => void;
};

/** The headings of a document. Each leads to its page, and to its place in the text. */
export function Contents({ text, leaves, from, drawn, goTo }: Props) {
  const { goToPage } = usePdf();
  const reading = useReading(text, leaves, drawn);
  const entries = useMemo(() => outlineOf(leaves, from), [leaves, from]);
  if (entries.length === 0) return null;
  const go = (leaf: number) => {
    goToPage(leaves[leaf]?.page ?? 1);
    goTo(leaf);
  };
  return (
    <details className="pdf-contents">
      <summary>Contents</summary>
      <nav aria-label="In this document">
        <Outline entries={entries} reading={reading} onGo={go} />
      </nav>
    </details>
  );
}
