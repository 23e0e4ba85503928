import { classNames } from "@/lib/class-names";
import type { LeafProps } from "./drawing";
import { directionOf, isMark, joined, lengthOf } from "./tree";
import { Words } from "./words";

const ALIGNED: Record<string, string> = { left: "text-left", center: "text-center", right: "text-right" };

/** Characters of a cell that needs some width to be read. */
const WORDY = 32;

/** A table, which scrolls within itself. Its text is one leaf: each cell says where its own begins in it. */
export function Table({ block, leaf }: LeafProps) {
  const caption = joined(block.spans);
  const [head = [], ...rows] = cellsOf(block.rows ?? [], caption === "" ? 0 : lengthOf(caption) + 1);
  const row = (cells: readonly Placed[], Cell: "th" | "td") =>
    cells.map(({ spans, from }, column) => (
      <Cell
        key={from}
        className={
          classNames(
            ALIGNED[block.align?.[column] ?? ""],
            Cell === "td" && lengthOf(joined(spans)) > WORDY && "wordy",
          ) || undefined
        }
        {...(Cell === "th" && { scope: "col" })}
        dir="auto"
        data-leaf={leaf}
        data-from={from}
      >
        <Words spans={spans} leaf={leaf} from={from} />
      </Cell>
    ));
  const label = caption ? `Table, ${caption}` : "Table";
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, and a landmark for each table is too many.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be within the keyboard's reach.
    <div className="prose-table" role="group" aria-label={label} tabIndex={0} dir={directionOf([block])}>
      <table>
        {caption && (
          <caption dir="auto" data-leaf={leaf} data-from={0}>
            <Words spans={block.spans} leaf={leaf} />
          </caption>
        )}
        {head.some(({ spans }) => spans?.some((span) => span.text || isMark(span))) && (
          <thead>
            <tr>{row(head, "th")}</tr>
          </thead>
        )}
        <tbody>
          {rows.map((cells, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are only added, and each keeps its place.
            <tr key={index}>{row(cells, "td")}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type Rows = NonNullable<Parameters<typeof Table>[0]["block"]["rows"]>;
type Placed = { spans: NonNullable<Rows[number]>[number]; from: number };

/** The cells with their places in the plain text of the table, in which a tab or a line feed follows each. */
function cellsOf(rows: Rows, first: number): Placed[][] {
  let next = first;
  return rows.map((row) => {
    const cells = (row ?? []).map((spans) => {
      const from = next;
      next += lengthOf(joined(spans)) + 1;
      return { spans, from };
    });
    if (cells.length === 0) next += 1;
    return cells;
  });
}
