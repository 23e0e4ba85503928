import { type CSSProperties, memo, type ReactNode, use } from "react";
import {
  type After,
  AfterContext,
  type Drawing,
  DrawingContext,
  type LeafProps,
  MarksContext,
  useDrawing,
} from "./drawing";
import { type Marks, NO_MARKS } from "./marks";
import { Table } from "./table";
import { type Block, directionOf, firstLeaves, isLeaf, joined, leafCount, spansIn } from "./tree";
import { Words } from "./words";

type FrameProps = {
  drawing?: Drawing;
  marks?: Marks;
  /** Draws what stands under a leaf, by its number. All leaves are drawn anew where it is another function. */
  after?: After | undefined;
  children: ReactNode;
};

/** Says how the Blocks within it are drawn, what is marked in them, and what stands under them. */
export function DocumentFrame({ drawing = PLAIN, marks = NO_MARKS, after, children }: FrameProps) {
  return (
    <DrawingContext value={drawing}>
      <MarksContext value={marks}>
        <AfterContext value={after}>{children}</AfterContext>
      </MarksContext>
    </DrawingContext>
  );
}

/**
 * Draws a document with these elements only, its text as text, because untrusted pages wrote it, or a model that has read
 * them. Only links have addresses. An element that holds text of a leaf has `data-leaf`, its number, and `data-from`, where
 * its text begins in the leaf's plain text.
 */
export function DocumentView({ blocks, ...frame }: { blocks: readonly Block[] } & Omit<FrameProps, "children">) {
  return (
    <DocumentFrame {...frame}>
      <Blocks blocks={blocks} first={0} />
    </DocumentFrame>
  );
}

/** Blocks within a DocumentFrame, whose leaves are counted from `first`. */
export function Blocks({ blocks, first }: { blocks: readonly Block[]; first: number }) {
  const leaves = firstLeaves(blocks, first);
  return blocks.map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only added, and each keeps its place.
    <OneBlock key={index} block={block} leaf={leaves[index] ?? first} />
  ));
}

/** Memoized: a block that is unchanged while others arrive is not drawn again. */
const OneBlock = memo(({ block, leaf }: LeafProps) => (
  <>
    <Drawn block={block} leaf={leaf} />
    {isLeaf(block) && <UnderLeaf leaf={leaf} />}
  </>
));

/** The frame's slot under a leaf. */
const UnderLeaf = ({ leaf }: { leaf: number }) => use(AfterContext)?.(leaf);

function Drawn({ block, leaf }: LeafProps): ReactNode {
  switch (block.kind) {
    case "paragraph":
      return <Paragraph block={block} leaf={leaf} />;
    case "heading":
      return <Heading block={block} leaf={leaf} />;
    case "list":
      return <List block={block} leaf={leaf} />;
    case "quote":
      return (
        <blockquote dir={directionOf([block])}>
          <Blocks blocks={block.blocks ?? []} first={leaf} />
        </blockquote>
      );
    case "code":
      return <Code block={block} leaf={leaf} />;
    case "figure":
      return <Figure block={block} leaf={leaf} />;
    case "table":
      return <Table block={block} leaf={leaf} />;
    case "rule":
      return <hr />;
    default:
      // A newer server may send other kinds: their text is shown.
      return <p>{(block as Block).text ?? <Words spans={spansIn([block])} leaf={leaf} />}</p>;
  }
}

function Paragraph({ block, leaf }: LeafProps) {
  const { Behind, idOf } = useDrawing();
  return (
    <p id={idOf?.(block, leaf)} dir="auto" data-leaf={leaf} data-from={0}>
      <Words spans={block.spans} leaf={leaf} />
      {Behind && block.anchor !== undefined && <Behind anchor={block.anchor} />}
    </p>
  );
}

function Heading({ block, leaf }: LeafProps) {
  const { rankOf, idOf } = useDrawing();
  const Rank = `h${rankOf(block.level ?? 1)}` as "h2";
  return (
    <Rank id={idOf?.(block, leaf)} dir="auto" data-leaf={leaf} data-from={0}>
      <Words spans={block.spans} leaf={leaf} />
    </Rank>
  );
}

const Code = (props: LeafProps) => {
  const { Code } = useDrawing();
  return <Code {...props} />;
};

const Figure = (props: LeafProps) => {
  const { Figure } = useDrawing();
  return <Figure {...props} />;
};

function List({ block, leaf }: LeafProps) {
  let next = leaf;
  const items = (block.items ?? []).map((blocks, index) => {
    const first = next;
    next += (blocks ?? []).reduce((all, one) => all + leafCount(one), 0);
    // biome-ignore lint/suspicious/noArrayIndexKey: items are only added, and each keeps its place.
    return <Item key={index} blocks={blocks ?? []} first={first} />;
  });
  const dir = directionOf([block]);
  if (!block.ordered) return <ul dir={dir}>{items}</ul>;
  const digits = String((block.start ?? 1) + items.length - 1).length;
  return (
    <ol dir={dir} start={block.start} style={{ "--digits": digits } as CSSProperties}>
      {items}
    </ol>
  );
}

/** Words alone, with a list below them at most, stand close to those of the next item. */
function Item({ blocks, first }: { blocks: readonly Block[]; first: number }) {
  const [head, ...rest] = blocks;
  const task = head?.task;
  const close = head?.kind === "paragraph" && rest.every(({ kind }) => kind === "list");
  return (
    <li dir="auto" {...(task && { className: "task" })}>
      {task && <Box done={task === "done"} />}
      {close ? (
        <>
          <CloseWords block={head} leaf={first} />
          <Blocks blocks={rest} first={first + 1} />
        </>
      ) : (
        <Blocks blocks={blocks} first={first} />
      )}
    </li>
  );
}

function CloseWords({ block, leaf }: LeafProps) {
  const { Behind, idOf } = useDrawing();
  return (
    <>
      <span id={idOf?.(block, leaf)} data-leaf={leaf} data-from={0}>
        <Words spans={block.spans} leaf={leaf} />
      </span>
      {Behind && block.anchor !== undefined && <Behind anchor={block.anchor} />}
      <UnderLeaf leaf={leaf} />
    </>
  );
}

/** The box of a task, drawn: nothing here changes it. */
function Box({ done }: { done: boolean }) {
  return <span className="task-box" role="img" aria-label={done ? "Done" : "To do"} data-done={done || undefined} />;
}

/** How answers and notes are drawn below a heading of the page: their own headings come below an h2. */
export const PLAIN: Drawing = {
  rankOf: (level) => Math.min(Math.max(level, 3), 6),
  markOf: ({ cite }) => (cite ? ` [${cite}]` : ""),
  Code: ({ block, leaf }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be within the keyboard's reach.
    <pre tabIndex={0}>
      <code data-leaf={leaf} data-from={0}>
        <Words spans={[{ text: block.text ?? "" }]} leaf={leaf} />
      </code>
    </pre>
  ),
  Figure: ({ block, leaf }) =>
    joined(block.spans) === "" ? (
      block.image?.alt && <p className="muted">{block.image.alt}</p>
    ) : (
      <p dir="auto" data-leaf={leaf} data-from={0}>
        <Words spans={block.spans} leaf={leaf} />
      </p>
    ),
  Ref: ({ children }) => children,
};
