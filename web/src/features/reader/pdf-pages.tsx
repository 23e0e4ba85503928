import { type ComponentType, lazy, Suspense } from "react";
import formats from "@/api/formats.json";
import type { Memory } from "@/memory/kinds";
import type { LayoutProps } from "./slots";

// A text needs none of it.
export const loadPdf = () => import("./pdf/layout");
const PdfLayout = lazy(loadPdf);

/** The printed pages of a PDF beside its text. The text comes with them, so that it is drawn once. */
function PdfPages(props: LayoutProps) {
  return (
    <Suspense
      fallback={
        <div className="room">
          <div className="room-side">{props.back}</div>
          <article className="room-piece">{props.head}</article>
        </div>
      }
    >
      <PdfLayout {...props} />
    </Suspense>
  );
}

const OTHERS = formats.flatMap(({ name, extension, others = [] }) => (name === "PDF" ? [] : [extension, ...others]));

/** How a PDF is laid out; undefined for all else. A file whose name has no known ending may be one. */
export function pdfLayoutOf({ type, title, captured }: Memory): ComponentType<LayoutProps> | undefined {
  const name = (captured?.title ?? title).toLowerCase();
  return type === "document" && !OTHERS.some((ending) => name.endsWith(ending)) ? PdfPages : undefined;
}
