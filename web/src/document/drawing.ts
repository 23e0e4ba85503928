import { type ComponentType, createContext, type ReactNode, use } from "react";
import { type Marks, NO_MARKS } from "./marks";
import type { Block, Span } from "./tree";

export type LeafProps = { block: Block; leaf: number };

/** How the parts of a document are drawn that are not the same everywhere. It must keep its identity. */
export type Drawing = {
  /** The rank of a heading on the page, from 2 to 6. */
  rankOf: (level: number) => number;
  /** A mark of an answer: a citation, or a sentence that nothing supports. */
  markOf: (span: Span, key: number) => ReactNode;
  Code: ComponentType<LeafProps>;
  Figure: ComponentType<LeafProps>;
  /** Words that refer to a block of the document. */
  Ref: ComponentType<{ to: string; words: string; children: ReactNode }>;
  /** What stands behind the words of a block that others refer to. */
  Behind?: ComponentType<{ anchor: string }>;
  /** The id of a block that others refer to, or of a heading. */
  idOf?: (block: Block, leaf: number) => string | undefined;
};

export const DrawingContext = createContext<Drawing | undefined>(undefined);
export const MarksContext = createContext<Marks>(NO_MARKS);

/** What stands under a leaf that is not of the document, such as its reader's remarks. */
export type After = (leaf: number) => ReactNode;

export const AfterContext = createContext<After | undefined>(undefined);

export function useDrawing(): Drawing {
  const drawing = use(DrawingContext);
  if (!drawing) throw new Error("a block outside a DocumentView");
  return drawing;
}
