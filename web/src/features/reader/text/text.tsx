import { type ReactNode, type Ref, type RefObject, useMemo } from "react";
import { anchorsOf } from "@/document/anchors";
import { AnchorsContext } from "@/document/anchors-context";
import { DocumentFrame } from "@/document/document-view";
import type { After } from "@/document/drawing";
import { marksOf, type Stretch } from "@/document/marks";
import { savedDrawing } from "@/document/saved";
import { type Block, lengthOf, plainOf } from "@/document/tree";
import { Boundary } from "@/ui/boundary";
import { Button } from "@/ui/button";
import { Skeleton } from "@/ui/skeleton";
import type { Opened } from "../api";
import { StateLine } from "../state-line";
import { Captured } from "./captured";
import type { Sheet } from "./sheets";
import "./text.css";

type Props = {
  /** The element that holds the text. */
  ref: Ref<HTMLDivElement>;
  /** An empty element behind the text. */
  end: Ref<HTMLDivElement>;
  media: RefObject<HTMLDivElement | null>;
  opened: Opened;
  sheets: readonly Sheet[] | undefined;
  leaves: readonly Block[] | undefined;
  stretches: readonly Stretch[];
  /** Draws what stands under a leaf. */
  after: After | undefined;
  recording: ReactNode;
  goTo: (leaf: number) => void;
  onPlay: (second: number) => void;
  onDrawn: () => void;
  onRefresh: () => void;
};

/** The text of a memory, with its recording and what describes its state above it. */
export function Text({ ref, end, media, opened, sheets, recording, onPlay, onDrawn, onRefresh, ...rest }: Props) {
  const { memory, blocks, failed, reread } = opened;
  const empty = sheets?.length === 0;
  return (
    <div className="read-text">
      {recording && (
        <div ref={media} className="read-media">
          <Boundary name="what the memory leads to" of={memory} fallback={<p>It can’t be shown here.</p>}>
            {recording}
          </Boundary>
        </div>
      )}
      {memory && <StateLine memory={memory} onRefresh={onRefresh} />}
      <div role="alert">
        {failed && (
          <div className="read-state">
            <p>{sheets ? "What is new of it could not be read just now." : "It could not be read just now."}</p>
            <Button look="secondary" size="small" onClick={() => void reread()}>
              Retry
            </Button>
          </div>
        )}
      </div>
      {((!sheets && !failed) || (empty && memory?.status === "pending")) && <Lines />}
      {empty && memory?.status === "ready" && <p className="read-empty">No text was found in it.</p>}
      {sheets && blocks && (
        <Framed blocks={blocks} {...rest}>
          <Captured ref={ref} sheets={sheets} onPlay={onPlay} onDrawn={onDrawn} />
        </Framed>
      )}
      <div ref={end} />
    </div>
  );
}

type FramedProps = Pick<Props, "leaves" | "stretches" | "after" | "goTo"> & {
  blocks: readonly Block[];
  children: ReactNode;
};

function Framed({ blocks, leaves, stretches, after, goTo, children }: FramedProps) {
  // The title is the h1, and a page an h2.
  const top = blocks.some(({ page }) => page !== undefined) ? 3 : 2;
  const drawing = useMemo(() => savedDrawing(blocks, top), [blocks, top]);
  const anchors = useMemo(() => ({ anchors: anchorsOf(blocks), goTo }), [blocks, goTo]);
  const marks = useMemo(
    () => marksOf(stretches, (leaf) => lengthOf(plainOf(leaves?.[leaf] ?? { kind: "rule" }))),
    [stretches, leaves],
  );
  return (
    <AnchorsContext value={anchors}>
      <DocumentFrame drawing={drawing} marks={marks} after={after}>
        {children}
      </DocumentFrame>
    </AnchorsContext>
  );
}

/** The skeleton of a text that is loading. */
function Lines() {
  return (
    <div className="read-lines">
      {["w-[96%]", "w-full", "w-[91%]", "w-[98%]", "w-[58%]"].map((width) => (
        <Skeleton key={width} className={width} />
      ))}
    </div>
  );
}
