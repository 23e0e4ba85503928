import { useEffect, useState } from "react";
import { usePdf } from "./pdf-context";

/** How often a picture that could not be loaded is tried again, and after how long: others are drawn meanwhile. */
const TRIES = 4;
const RETRY = 2000;

type Props = {
  page: number;
  /** CSS pixels. */
  width: number;
};

/** The picture of a page, in the resolution that the screen needs. Its words are beside it, as text. */
export function PagePicture({ page, width }: Props) {
  const { image, widths } = usePdf().pages;
  const [failures, setFailures] = useState(0);
  const [waits, setWaits] = useState(false);
  useEffect(() => {
    if (!waits) return;
    const timer = setTimeout(() => setWaits(false), RETRY);
    return () => clearTimeout(timer);
  }, [waits]);
  if (failures >= TRIES) return <p className="pdf-undrawn">This page can’t be drawn.</p>;
  if (waits) return null;
  const of = (pixels: number) => image.replace("{page}", String(page)).replace("{width}", String(pixels));
  return (
    <img
      className="pdf-picture"
      alt=""
      draggable={false}
      srcSet={widths.map((pixels) => `${of(pixels)} ${pixels}w`).join(", ")}
      sizes={`${Math.ceil(width)}px`}
      onError={() => {
        setFailures(failures + 1);
        setWaits(true);
      }}
    />
  );
}
