import { readFileSync } from "node:fs";
import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Block, Span } from "@/document/tree";
import { paragraph, spans } from "@/test/answer";
import { Blocks } from "./blocks";

function draw(blocks: readonly Block[], ...numbers: number[]) {
  return render(<Blocks blocks={blocks} numbers={new Set(numbers)} />).container;
}

const sources = () => screen.getAllByRole("button").map((mark) => mark.getAttribute("aria-label"));

describe("an answer's blocks", () => {
  it("ASK-14 have citations that link to their sources, on one line with the word before and the full stop after", () => {
    const container = draw([paragraph("It is kept [1][2]. Also this [3], and **that** [1]")], 1, 2);
    expect(sources()).toEqual(["Source 1", "Source 2", "Source 1"]);
    expect(container.querySelector(".nb")).toHaveTextContent("kept12.");
    expect(container).toHaveTextContent("It is kept12. Also this [3], and that1");
  });

  it("may break in a long word, except in its last letters", () => {
    const container = draw([paragraph(`so ${"🚲".repeat(30)} [1]`)], 1);
    expect(container.querySelector(".nb")).toHaveTextContent(`${"🚲".repeat(24)}1`);
    expect(container).toHaveTextContent(`so ${"🚲".repeat(30)}1`);
  });

  it("mark unsupported sentences, but not brackets of saved text", () => {
    draw(
      [{ kind: "paragraph", spans: [{ text: "It is blue." }, { unsupported: true }, { text: " See [?] and [1]." }] }],
      1,
    );
    expect(screen.getAllByRole("img", { name: "Not found in what you saved" })).toHaveLength(1);
    expect(screen.queryByRole("button")).toBeNull();
    expect(screen.getByText(/See \[\?\] and \[1\]\./)).toBeInTheDocument();
  });

  it("of an unknown kind are drawn as their words", () => {
    const odd = [
      { kind: "poem", text: "words" },
      { kind: "aside", blocks: [{ kind: "verse", spans: spans("more [1]") }] },
      { kind: "paragraph" },
      { kind: "table" },
    ];
    const container = draw(odd as unknown as Block[], 1);
    expect(container).toHaveTextContent("wordsmore1");
    expect(sources()).toEqual(["Source 1"]);
  });
});

/** What the server makes of texts that are to deceive, with the marks and the code that it saw there. */
type Shown = Record<string, { raw: string; blocks: Block[]; marks: string[]; code: number }>;
const SHOWN: Shown = JSON.parse(readFileSync("../internal/answer/testdata/shown.json", "utf8"));
const SAVED = "https://saved.example/page?a=1";

describe("an answer parsed by the server", () => {
  it.each(Object.entries(SHOWN))(
    "ASK-08 draws what the server parsed, and nothing else: %s",
    (_, { blocks, marks, code }) => {
      const container = draw(blocks, 1, 2, 3, 4, 5);
      const shown = [...container.querySelectorAll("button, [role=img]")];
      expect(shown.map((mark) => (mark.tagName === "BUTTON" ? `[${mark.textContent}]` : "[?]"))).toEqual(marks);
      expect([...container.querySelectorAll("a")].filter(({ href }) => href !== SAVED)).toEqual([]);
      expect(container.querySelectorAll("pre")).toHaveLength(code);
      expect(container.querySelector("img, iframe, script, input")).toBeNull();
    },
  );
});

describe("blocks that no server has parsed", () => {
  const ADDRESSES = [
    "javascript:alert(1)",
    " JaVaScRiPt:alert(1)",
    "data:text/html,x",
    "//evil.example",
    "/home",
    "x",
    "",
    "http://[",
    "vbscript:x",
  ];

  it.each([...ADDRESSES, ...Object.values(SHOWN).map(({ raw }) => raw)])(
    "ASK-08 load nothing foreign and link to the web only: %j",
    (raw) => {
      const span: Span = { text: raw, link: raw };
      const kinds = ["paragraph", "heading", "list", "quote", "code", "table", "rule", raw];
      const blocks = kinds.map((kind) => ({
        kind,
        spans: [span],
        items: [[{ kind, spans: [span] }]],
        blocks: [{ kind: "paragraph", spans: [span] }],
        rows: [[[span]], [[span]]],
        align: [raw],
        text: raw,
        language: raw,
      }));
      const container = draw(blocks as unknown as Block[], 1);
      const named = [...container.querySelectorAll("*")].flatMap((element) =>
        [...element.attributes].map(({ name, value }) => [element.localName, name, value] as const),
      );
      const addresses = named.filter(([, name, value]) => ADDRESSED.test(name) || /\bscript:/i.test(value));
      expect(addresses.filter(([tag, , value]) => tag !== "a" || !/^https?:/i.test(value.trim()))).toEqual([]);
      expect(
        container.querySelector("img, picture, source, video, audio, iframe, object, input, form, style"),
      ).toBeNull();
    },
  );
});

const ADDRESSED = /^(?:src|srcset|href|cite|action|poster)$|^on/;
