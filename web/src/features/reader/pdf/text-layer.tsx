import { type CSSProperties, memo } from "react";
import type { LeafRange } from "@/document/range";
import type { Word } from "./align";
import { type Run, runsOf } from "./runs";

type Props = { words: readonly Word[]; places: readonly (LeafRange | undefined)[] };

/** The part of a line's height that its letters' font has. */
const FONT = 0.8;

let context: CanvasRenderingContext2D | null | undefined;

/** The width of a text in a font of one pixel. */
function widthOf(text: string): number {
  context ??= document.createElement("canvas").getContext("2d");
  if (!context) return text.length / 2;
  context.font = "100px sans-serif";
  return context.measureText(text).width / 100;
}

/** A run's place in points. Its words are stretched to their width on the page, and so are the blanks between them. */
function styleOf({ text, box, inked, blanks }: Run): CSSProperties {
  const size = box.height * FONT;
  const blank = widthOf(" ") * size;
  const stretch = inked / (widthOf(text.trimEnd()) * size - blanks * blank);
  if (!(stretch > 0 && Number.isFinite(stretch))) return { left: box.x, top: box.y, fontSize: size };
  const gap = blanks > 0 ? (box.width - inked) / blanks / stretch - blank : 0;
  return {
    left: box.x,
    top: box.y,
    height: box.height,
    fontSize: size,
    lineHeight: `${box.height}px`,
    transform: `scaleX(${stretch.toFixed(3)})`,
    wordSpacing: gap === 0 ? undefined : `${gap.toFixed(2)}px`,
  };
}

/**
 * The words of a page as text that is not seen: to be selected, copied and read aloud. In points; its parent scales it.
 * Each run knows its place in the document's text, so that it can be marked.
 */
export const TextLayer = memo(({ words, places }: Props) =>
  runsOf(words, places).map((run, index) => (
    <span
      // biome-ignore lint/suspicious/noArrayIndexKey: the words of a page never change.
      key={index}
      style={styleOf(run)}
      {...(run.place && { "data-leaf": run.place.leaf, "data-from": run.place.from, "data-to": run.place.to })}
    >
      {run.text}
    </span>
  )),
);

/** A selection's text: words that a line's end cuts are whole. */
export function copied(selected: string): string {
  return selected.replace(/\u00ad\s*/gu, "").replace(/[ \t]+\n/gu, "\n");
}
