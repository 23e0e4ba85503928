import { classNames } from "@/lib/class-names";
import type { MarkOnPage } from "./boxes";
import type { Size } from "./pages";

type Props = { size: Size; marks: readonly MarkOnPage[]; found?: boolean; numbered?: boolean };

/** Marks over the picture of a page. They darken it as ink would. */
export function PageMarks({ size, marks, found = false, numbered = false }: Props) {
  const at = (part: number, whole: number) => `${(100 * part) / whole}%`;
  return marks.map(({ id, kind, color, on, remarked, n, boxes }) => {
    const last = boxes.at(-1);
    return (
      <div key={id} className="pdf-mark" data-mark={id}>
        {boxes.map(({ x, y, width, height }) => (
          <span
            key={`${x} ${y}`}
            className={classNames(
              "pdf-lit",
              found ? "pdf-found" : kind === "highlight" ? `pdf-lit-${color ?? "amber"}` : "pdf-cited",
              on && "on",
              remarked && "remarked",
            )}
            style={{
              left: at(x, size.width),
              top: at(y, size.height),
              width: at(width, size.width),
              height: at(height, size.height),
            }}
          />
        ))}
        {numbered && n !== undefined && last && (
          <span
            className="pdf-lit-n num"
            role="img"
            aria-label={`Source ${n}`}
            data-n={n}
            style={{ left: at(last.x + last.width, size.width), top: at(last.y, size.height) }}
          />
        )}
      </div>
    );
  });
}
