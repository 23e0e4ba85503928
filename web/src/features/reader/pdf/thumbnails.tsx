import { memo, useEffect, useMemo, useRef } from "react";
import { PageMarks } from "./page-marks";
import { PagePicture } from "./page-picture";
import { columnOf, type Size } from "./pages";
import { isMarked, usePdf, usePrinted } from "./pdf-context";
import { usePagesNear } from "./use-pages-near";

const WIDTH = 84;
const LABEL = 20;

type Props = { current: number; onPage: (page: number) => void };

/** All pages in small. Those with a citation or a highlight show it. */
export function Thumbnails({ current, onPage }: Props) {
  const { pages } = usePdf();
  const scroller = useRef<HTMLElement>(null);
  const column = useMemo(
    () =>
      columnOf(
        pages.pages.map((size) => heightOf(size) + LABEL),
        16,
        20,
      ),
    [pages],
  );
  const near = usePagesNear(scroller, column);
  const top = column.tops[current - 1] ?? 0;
  const height = column.heights[current - 1] ?? 0;
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const { scrollTop, clientHeight } = element;
    if (top < scrollTop + 16 || top + height > scrollTop + clientHeight - 16)
      element.scrollTop = top - (clientHeight - height) / 2;
  }, [top, height]);
  const shown = pages.pages.slice(near.first, near.last + 1);
  return (
    <nav ref={scroller} className="pdf-thumbs" aria-label="Pages">
      <div style={{ height: column.end }}>
        {shown.map((size, index) => {
          const page = near.first + index + 1;
          return (
            <Thumbnail
              key={page}
              page={page}
              size={size}
              top={column.tops[page - 1] ?? 0}
              current={page === current}
              onPage={onPage}
            />
          );
        })}
      </div>
    </nav>
  );
}

/** Very long pages are cut below. */
const heightOf = ({ width, height }: Size) => Math.min((WIDTH * height) / width, 2.5 * WIDTH);

type ThumbnailProps = Pick<Props, "onPage"> & { page: number; size: Size; top: number; current: boolean };

const Thumbnail = memo(({ page, size, top, current, onPage }: ThumbnailProps) => {
  const { leaves, marks: all } = usePdf();
  const marked = isMarked(leaves.get(page), all);
  const { marks } = usePrinted(page, marked);
  const cited = marks.some(({ kind }) => kind === "citation");
  return (
    <button
      type="button"
      className="pdf-thumb num"
      style={{ top }}
      aria-label={`Page ${page}${marked ? (cited ? ", cited" : ", highlighted") : ""}`}
      aria-current={current ? "page" : undefined}
      onClick={() => onPage(page)}
    >
      <span className="pdf-thumb-page" style={{ height: heightOf(size) }}>
        <span className="pdf-thumb-sheet" style={{ height: (WIDTH * size.height) / size.width }}>
          <PagePicture page={page} width={WIDTH} />
          <PageMarks size={size} marks={marks} />
        </span>
      </span>
      {page}
    </button>
  );
});
