import { memo, useEffect, useState } from "react";
import { PageMarks } from "./page-marks";
import { PagePicture } from "./page-picture";
import type { Size } from "./pages";
import { usePdf, usePrinted } from "./pdf-context";
import { copied, TextLayer } from "./text-layer";

type Props = {
  page: number;
  size: Size;
  /** Pixels in a point, and from the top. */
  scale: number;
  top: number;
};

/** Milliseconds for which a page must be near before it is loaded: others are passed over. */
const REST = 80;

/** A printed page: its picture, what is marked on it, and its words as text over it. */
export const PageView = memo(({ page, size, scale, top }: Props) => {
  const { pages } = usePdf();
  const rested = useRested();
  const { words, places, marks, hits } = usePrinted(page, rested);
  const width = size.width * scale;
  return (
    <section
      className="pdf-page"
      aria-label={`Page ${page} of ${pages.count}`}
      data-page={page}
      style={{ top, width, height: size.height * scale }}
    >
      {rested && <PagePicture page={page} width={width} />}
      <PageMarks size={size} marks={marks} numbered />
      <PageMarks size={size} marks={hits} found />
      {words && (
        <div
          className="pdf-words"
          style={{ width: size.width, height: size.height, transform: `scale(${scale})` }}
          onCopy={(event) => {
            event.preventDefault();
            event.clipboardData.setData("text/plain", copied(String(window.getSelection())));
          }}
        >
          <TextLayer words={words} places={places} />
        </div>
      )}
    </section>
  );
});

function useRested(): boolean {
  const [rested, setRested] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setRested(true), REST);
    return () => clearTimeout(timer);
  }, []);
  return rested;
}
