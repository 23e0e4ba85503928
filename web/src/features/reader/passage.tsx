import { memo, useMemo } from "react";
import { type Block, blocksOf } from "./blocks";
import { Marked } from "./marked";
import type { Part } from "./parts";
import type { Mark } from "./quotes";

const LINE = 31; // px
const LETTERS = 68; // per line

type Props = { part: Part; marks: readonly Mark[] };

/** Renders a part. Off screen it is not laid out (content-visibility), and takes its estimated height. */
export const Passage = memo(function Passage({ part, marks }: Props) {
  const blocks = useMemo(() => (part.verbatim ? [] : blocksOf(part.text)), [part]);
  const height = LINE * (1 + part.text.length / LETTERS);
  return (
    <div className="part" dir="auto" style={{ containIntrinsicHeight: `auto ${Math.round(height)}px` }}>
      {part.verbatim ? (
        <p className="verbatim">
          <Marked run={{ at: 0, text: part.text }} marks={marks} />
        </p>
      ) : (
        blocks.map((block) => <Drawn key={block.at} block={block} marks={marks} paged={part.page !== undefined} />)
      )}
    </div>
  );
});

function Drawn({ block, marks, paged }: { block: Block; marks: readonly Mark[]; paged: boolean }) {
  switch (block.kind) {
    case "heading": {
      // The title is the h1, and a page an h2.
      const Heading = paged ? "h3" : "h2";
      return (
        <Heading className={block.level < 3 ? "sub-large" : "sub-small"} dir="auto">
          <Marked run={block.run} marks={marks} />
        </Heading>
      );
    }
    case "paragraph":
      return (
        <p className="lines-kept" dir="auto">
          <Marked run={block.run} marks={marks} />
        </p>
      );
    case "code":
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard.
        <pre tabIndex={0}>
          <Marked run={block.run} marks={marks} />
        </pre>
      );
    case "list":
      return <List block={block} marks={marks} />;
    case "table":
      return <Table block={block} marks={marks} />;
  }
}

function List({ block, marks }: { block: Extract<Block, { kind: "list" }>; marks: readonly Mark[] }) {
  const items = block.items.map((item) => (
    <li key={item.at} className="lines-kept" dir="auto">
      <Marked run={item} marks={marks} />
    </li>
  ));
  return block.ordered ? <ol start={block.start}>{items}</ol> : <ul>{items}</ul>;
}

function Table({ block, marks }: { block: Extract<Block, { kind: "table" }>; marks: readonly Mark[] }) {
  const [head, ...rest] = block.rows;
  const body = block.headed ? rest : block.rows;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, and a landmark for each table is too many.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard.
    <div className="prose-table" role="group" aria-label="Table" tabIndex={0}>
      <table>
        {block.headed && head && (
          <thead>
            <tr>
              {head.map((cell) => (
                <th key={cell.at} scope="col" dir="auto">
                  <Marked run={cell} marks={marks} />
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {body.map((row) => (
            <tr key={row[0]?.at}>
              {row.map((cell) => (
                <td key={cell.at} dir="auto">
                  <Marked run={cell} marks={marks} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
