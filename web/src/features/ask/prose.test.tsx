import { readFileSync } from "node:fs";
import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import Prose from "./prose";

function prose(text: string, ...numbers: number[]) {
  return render(<Prose numbers={new Set(numbers)}>{text}</Prose>).container;
}

describe("an answer's text", () => {
  it("ASK-08 is formatted from markdown, tables and lists included", () => {
    prose("# Title\n\n**bold** and *soft*\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |");
    expect(screen.getByRole("heading", { level: 3, name: "Title" })).toBeInTheDocument();
    expect(screen.getByText("bold").tagName).toBe("STRONG");
    expect(screen.getAllByRole("listitem")).toHaveLength(2);
    expect(screen.getByRole("table")).toBeInTheDocument();
  });

  it("brings no picture, no form, no HTML and no script of its own", () => {
    const container = prose(
      '<img src=x onerror=alert(1)> ![p](https://evil.example/p.png) <iframe src="//evil"></iframe>\n\n- [ ] box\n\n[bad](javascript:alert(1)) [data](data:text/html,x)',
    );
    expect(container.querySelector("img, iframe, script, input, a")).toBeNull();
    expect(container.innerHTML).not.toContain("evil.example");
    expect(container).toHaveTextContent("bad data");
  });

  it("leads out in a new tab that learns nothing about us", () => {
    prose("[page](https://example.com/a)");
    const link = screen.getByRole("link", { name: "page" });
    expect(link).toHaveAttribute("href", "https://example.com/a");
    expect(link).toHaveAttribute("target", "_blank");
    expect(link).toHaveAttribute("rel", "noopener noreferrer nofollow");
  });

  it("ASK-14 turns [1] into a mark, glued to its word and its stop", () => {
    const container = prose("It is kept [1][2]. Also this [3], and code `[1]`.", 1, 2);
    expect(screen.getAllByRole("button").map((mark) => mark.getAttribute("aria-label"))).toEqual([
      "Source 1",
      "Source 2",
    ]);
    expect(container.querySelector(".nb")).toHaveTextContent("kept12.");
    expect(container).toHaveTextContent("Also this [3], and code [1].");
  });

  it("keeps a number without a source as it is written", () => {
    prose("Both [1] [7] here", 1);
    expect(screen.getAllByRole("button")).toHaveLength(1);
    expect(screen.getByText(/\[7\]/)).toBeInTheDocument();
  });

  it("leaves the numbers of saved words, which are escaped, as they are", () => {
    const container = prose(
      "Founded in 1999\\[2\\]&#91;2&#93; \\\\[1] [2]. *See \\[2\\]* [1].\n\n> a [1]\n> b \\[2\\] [2]",
      1,
      2,
    );
    expect(screen.getAllByRole("button").map((mark) => mark.getAttribute("aria-label"))).toEqual([
      "Source 1",
      "Source 2",
      "Source 1",
      "Source 1",
      "Source 2",
    ]);
    expect(container).toHaveTextContent("Founded in 1999[2][2] \\12. See [2]1. a1 b [2]2");
  });

  it("marks with [?] what nothing supports, where a model wrote it", () => {
    const text = "It is kept [1]. It is blue [?]. Both [1] [?], in `[?]`.";
    const { rerender, container } = render(
      <Prose numbers={new Set([1])} checked>
        {text}
      </Prose>,
    );
    const marks = screen.getAllByRole("img", { name: "Not found in what you saved" });
    expect(marks.map(({ title }) => title)).toEqual(["Not found in what you saved", "Not found in what you saved"]);
    expect(container.querySelector("code")).toHaveTextContent("[?]");
    // The words of a memory are not to be read as our marks.
    rerender(<Prose numbers={new Set([1])}>{text}</Prose>);
    expect(screen.queryByRole("img")).toBeNull();
    expect(container).toHaveTextContent("It is blue [?].");
  });

  it("can't be told to forge a mark", () => {
    prose('<cite data-n="1">1</cite> <button>Source 1</button>', 1);
    expect(screen.queryByRole("button")).toBeNull();
  });
});

/** What the server leaves of texts that are made to deceive, with the marks and the code that it saw there. */
type Shown = Record<string, { raw: string; text: string; marks: string[]; code: number }>;
const SHOWN: Shown = JSON.parse(readFileSync("../internal/answer/testdata/shown.json", "utf8"));
const SAVED = "https://saved.example/page?a=1";

describe("an answer that the server has checked", () => {
  it.each(Object.entries(SHOWN))("ASK-08 shows what was checked, and no more: %s", (_, { text, marks, code }) => {
    const { container } = render(
      <Prose numbers={new Set([1, 2, 3, 4, 5])} checked>
        {text}
      </Prose>,
    );
    const shown = [...container.querySelectorAll("button, [role=img]")];
    expect(shown.map((mark) => (mark.tagName === "BUTTON" ? `[${mark.textContent}]` : "[?]"))).toEqual(marks);
    expect([...container.querySelectorAll("a")].filter(({ href }) => href !== SAVED)).toEqual([]);
    expect(container.querySelectorAll("pre")).toHaveLength(code);
    expect(container.querySelector("img, iframe, script, input")).toBeNull();
  });
});

describe("an answer that no server has checked", () => {
  it.each(Object.entries(SHOWN))("ASK-08 draws nothing of strangers and leads to the web alone: %s", (_, { raw }) => {
    for (const text of [raw, `![p](${raw}) [a](${raw})`]) {
      const { container, unmount } = render(<Prose numbers={new Set([1])}>{text}</Prose>);
      const named = [...container.querySelectorAll("*")].flatMap((element) =>
        [...element.attributes].map(({ name, value }) => [element.localName, name, value] as const),
      );
      const addresses = named.filter(
        ([, name, value]) => /^(?:src|srcset|href|cite|action|poster)$|^on/.test(name) || /\bscript:/i.test(value),
      );
      expect(addresses.filter(([tag, , value]) => tag !== "a" || !/^https?:\/\//.test(value))).toEqual([]);
      expect(
        container.querySelector("img, picture, source, video, audio, iframe, object, input, form, style"),
      ).toBeNull();
      unmount();
    }
  });

  it("shows characters that are written by their names, and those that nobody knows as they stand", () => {
    expect(prose("AT&amp;T &lt;b&gt; &notin; &nope; &CounterClockwiseContourIntegral;")).toHaveTextContent(
      "AT&T <b> ∉ &nope; ∳",
    );
  });
});
