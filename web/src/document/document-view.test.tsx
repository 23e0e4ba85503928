import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { paragraph, spans } from "@/test/answer";
import { DocumentView } from "./document-view";
import type { Marks } from "./marks";
import { type Block, leavesOf, plainOf } from "./tree";

function draw(blocks: readonly Block[], marks?: Marks) {
  return render(<DocumentView blocks={blocks} {...(marks && { marks })} />).container;
}

describe("a document's blocks", () => {
  it("ASK-08 are drawn as their elements, tables and lists included", () => {
    const container = draw([
      { kind: "heading", level: 1, spans: [{ text: "Title" }] },
      { kind: "heading", level: 5, spans: [{ text: "Below" }] },
      paragraph("**bold** and plain"),
      {
        kind: "list",
        items: [[paragraph("one"), { kind: "list", ordered: true, start: 3, items: [[paragraph("two")]] }]],
      },
      {
        kind: "table",
        align: ["", "right"],
        rows: [
          [spans("a"), spans("b")],
          [spans("1"), null],
        ],
      },
      { kind: "quote", blocks: [paragraph("said")] },
      { kind: "code", text: "a\n  b", language: "go" },
      { kind: "rule" },
    ]);
    expect(screen.getByRole("heading", { level: 3, name: "Title" })).toBeInTheDocument();
    expect(screen.getByRole("heading", { level: 5, name: "Below" })).toBeInTheDocument();
    expect(screen.getByText("bold").tagName).toBe("STRONG");
    expect(screen.getAllByRole("listitem")).toHaveLength(2);
    expect(container.querySelector("li > ol")).toHaveAttribute("start", "3");
    expect(container.querySelector("li p")).toBeNull();
    expect(screen.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual(["a", "b"]);
    expect(screen.getAllByRole("cell").map(({ className }) => className)).toEqual(["", "text-right"]);
    expect(container.querySelector("blockquote p")).toHaveTextContent("said");
    expect(container.querySelector("pre code")?.textContent).toBe("a\n  b");
    expect(container.querySelector("hr")).toBeInTheDocument();
  });

  it("keep paragraphs of a list item apart", () => {
    expect(
      draw([{ kind: "list", items: [[paragraph("one"), paragraph("two")]] }]).querySelectorAll("li p"),
    ).toHaveLength(2);
  });

  it("may nest styles and have line breaks", () => {
    const container = draw([
      {
        kind: "paragraph",
        spans: [
          { text: "a", bold: true, italic: true, struck: true, code: true },
          { text: "3", script: "super" },
          { text: "2", script: "sub" },
          { text: "b\nc" },
        ],
      },
    ]);
    expect(container.querySelector("del > strong > em > code")).toHaveTextContent("a");
    expect(container.querySelector("sup")).toHaveTextContent("3");
    expect(container.querySelector("sub")).toHaveTextContent("2");
    expect(container.querySelector("p")?.textContent).toBe("a32b\nc");
  });

  it("mark what answers within its quote, whose text stays the same", () => {
    const quoted = [{ text: "It costs " }, { text: "£240", lit: true }, { text: " a year, " }];
    const rest = [{ text: "p_max", lit: true, code: true }];
    const container = draw([{ kind: "paragraph", spans: [...quoted, ...rest] }]);
    expect([...container.querySelectorAll("mark")].map(({ textContent }) => textContent)).toEqual(["£240", "p_max"]);
    expect(container.querySelector("mark > code")).toHaveTextContent("p_max");
    expect(container).toHaveTextContent("It costs £240 a year, p_max");
    expect(container.querySelector("p > mark")?.nextSibling).toHaveTextContent("a year,");
  });

  it("link out in a new tab without a referrer, with one link whatever the styles of its words", () => {
    const link = "https://example.com/a";
    draw([{ kind: "paragraph", spans: [{ text: "the ", link }, { text: "page", bold: true, link }, { text: "." }] }]);
    const drawn = screen.getByRole("link", { name: "the page" });
    expect(drawn).toHaveAttribute("href", link);
    expect(drawn).toHaveAttribute("target", "_blank");
    expect(drawn).toHaveAttribute("rel", "noopener noreferrer nofollow");
  });
});

const EVERYTHING: Block[] = [
  { kind: "heading", level: 2, spans: [{ text: "A 🚲 heading" }] },
  { kind: "paragraph", spans: [{ text: "Plain, " }, { text: "bold", bold: true }, { text: "\nnext line" }] },
  {
    kind: "list",
    items: [
      [paragraph("one"), { kind: "list", items: [[paragraph("inner")]] }],
      [paragraph("two"), paragraph("more")],
    ],
  },
  { kind: "rule" },
  { kind: "quote", blocks: [paragraph("said")] },
  {
    kind: "table",
    spans: [{ text: "Légende 🌍" }],
    rows: [
      [spans("a"), spans("b")],
      [spans("🚲1"), null],
      [spans(""), spans("**4** x")],
    ],
  },
  { kind: "code", text: "a\n\tb", language: "go" },
  { kind: "figure", spans: [{ text: "A caption" }], image: { alt: "A boat" } },
];

describe("the leaves of a document", () => {
  it("are in the page with their number, and their text as the server counts it", () => {
    const container = draw(EVERYTHING);
    for (const [number, leaf] of leavesOf(EVERYTHING).entries()) {
      const plain = Array.from(plainOf(leaf));
      const pieces = [...container.querySelectorAll(`[data-leaf="${number}"]`)];
      expect(pieces).not.toHaveLength(0);
      for (const piece of pieces) {
        const text = Array.from(piece.textContent ?? "");
        const from = Number(piece.getAttribute("data-from"));
        expect(plain.slice(from, from + text.length)).toEqual(text);
      }
    }
    expect(container.querySelectorAll("[data-leaf='9']")).toHaveLength(1);
    expect(container.querySelectorAll("[data-leaf='10']")).toHaveLength(0);
  });
});

describe("marks", () => {
  const marked = (container: Element) =>
    [...container.querySelectorAll("mark")].map((mark) => [mark.textContent, mark.className, mark.dataset.marks]);

  it("split the words they begin and end in, and overlap", () => {
    const container = draw(
      [{ kind: "paragraph", spans: [{ text: "The 🚲 goes " }, { text: "far", bold: true }, { text: " away" }] }],
      new Map([
        [
          0,
          [
            { id: "h", kind: "highlight", color: "sky", from: 4, to: 13 },
            { id: "c", kind: "citation", from: 11, to: 14, n: 2, on: true },
          ],
        ],
      ]),
    );
    expect(marked(container)).toEqual([
      ["🚲 goes ", "hl hl-sky", "h"],
      ["fa", "hl hl-sky cited on", "h c"],
      ["r", "cited on", "c"],
    ]);
    expect(container.textContent).toBe("The 🚲 goes far away");
    expect(screen.getByRole("img", { name: "Source 2" })).toBeInTheDocument();
  });

  it("reach the cells of a table and the lines of code by their place in the leaf", () => {
    const table: Block = {
      kind: "table",
      rows: [
        [spans("ab"), spans("cd")],
        [spans("ef"), spans("gh")],
      ],
    };
    const container = draw(
      [table, { kind: "code", text: "let x" }],
      new Map([
        [0, [{ id: "t", kind: "highlight", from: 4, to: 8 }]],
        [1, [{ id: "x", kind: "highlight", from: 4, to: 5, remarked: true }]],
      ]),
    );
    expect(marked(container)).toEqual([
      ["d", "hl hl-amber", "t"],
      ["ef", "hl hl-amber", "t"],
      ["x", "hl hl-amber remarked", "x"],
    ]);
  });
});

describe("the slot under a leaf", () => {
  const under = (container: Element) =>
    [...container.querySelectorAll("aside")].map((slot) => [slot.textContent, slot.previousElementSibling?.tagName]);
  const slot = (leaf: number) => [0, 2, 3, 7, 8, 9].includes(leaf) && <aside>under {leaf}</aside>;

  it("is behind its paragraph, heading, table, code or figure, and within its item of a list", () => {
    const { container } = render(<DocumentView blocks={EVERYTHING} after={slot} />);
    expect(under(container)).toEqual([
      ["under 0", "H3"],
      ["under 2", "SPAN"],
      ["under 3", "SPAN"],
      ["under 7", "DIV"],
      ["under 8", "PRE"],
      ["under 9", "P"],
    ]);
    expect(container.querySelector("li > ul > li > aside")).toHaveTextContent("under 3");
  });

  it("keeps what stands in it while the document's marks change", () => {
    const { container, rerender } = render(<DocumentView blocks={EVERYTHING} after={slot} />);
    const before = [...container.querySelectorAll("aside")];
    const marks: Marks = new Map([[0, [{ id: "h", kind: "highlight", from: 0, to: 3 }]]]);
    rerender(<DocumentView blocks={EVERYTHING} after={slot} marks={marks} />);
    expect([...container.querySelectorAll("aside")]).toEqual(before);
    expect(container.querySelector("mark.hl")).toHaveTextContent("A 🚲");
  });

  it("is empty without anything to stand there", () => {
    const { container, rerender } = render(<DocumentView blocks={EVERYTHING} after={slot} />);
    rerender(<DocumentView blocks={EVERYTHING} />);
    expect(under(container)).toEqual([]);
  });
});

it("a task has its box drawn", () => {
  const item = (text: string, task: string) => [{ ...paragraph(text), task } as Block];
  draw([{ kind: "list", items: [item("milk", "done"), item("bread", "open")] }]);
  expect(screen.getByRole("img", { name: "Done" }).nextSibling).toHaveTextContent("milk");
  expect(screen.getByRole("img", { name: "To do" }).nextSibling).toHaveTextContent("bread");
});

it("what is around several texts begins on the side of the first", () => {
  const hebrew: Block = paragraph("1. הלילה היה קצר");
  const container = draw([
    { kind: "quote", blocks: [{ kind: "code", text: "a = 1" }, hebrew] },
    { kind: "list", ordered: true, items: [[hebrew]] },
    { kind: "table", rows: [[spans("שעה"), spans("29")]] },
    { kind: "quote", blocks: [paragraph("The night")] },
  ]);
  const sides = [...container.querySelectorAll("blockquote, ol, .prose-table")].map((one) => one.getAttribute("dir"));
  expect(sides).toEqual(["rtl", "rtl", "rtl", null]);
});

it("numbers of many digits and cells of many words have room", () => {
  const items = Array.from({ length: 3 }, () => [paragraph("one")]);
  const container = draw([
    { kind: "list", ordered: true, start: 98, items },
    { kind: "table", rows: [[spans("a")], [spans("The lamp was out for two nights in January")], [spans("1")]] },
  ]);
  expect(container.querySelector("ol")?.style.getPropertyValue("--digits")).toBe("3");
  expect([...container.querySelectorAll("td")].map(({ className }) => className)).toEqual(["wordy", ""]);
});
