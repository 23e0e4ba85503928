import { afterEach, describe, expect, it } from "vitest";
import { pageRangeOf, rangeOf } from "./on-page";

const PAGE = `
  <h2 data-leaf="0" data-from="0">A <em>rainy</em> day</h2>
  <ul><li><p data-leaf="1" data-from="0">One 🌧 thing</p>
    <ul><li><p data-leaf="2" data-from="0">Nested, <mark>and marked</mark> twice</p></li></ul></li></ul>
  <div><table>
    <caption data-leaf="3" data-from="0">One day</caption>
    <tr><th data-leaf="3" data-from="8">Watch</th><th data-leaf="3" data-from="14">Glass</th></tr>
    <tr><td data-leaf="3" data-from="20">Dawn</td><td data-leaf="3" data-from="25">29.41</td></tr>
  </table></div>
  <p data-leaf="4" data-from="0"></p>
  <pre><code data-leaf="5" data-from="0">let a;
let b;</code></pre>`;

function page(): HTMLElement {
  document.body.innerHTML = `<button>before</button><div id="text">${PAGE}</div><p>after</p>`;
  return document.getElementById("text") as HTMLElement;
}

afterEach(() => document.body.replaceChildren());

/** The range from the first of these words on the page to the last of those. */
function select(from: string, to: string): Range {
  const range = document.createRange();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let begun = false;
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    const start = node.data.indexOf(from);
    if (!begun && start >= 0) {
      range.setStart(node, start);
      begun = true;
    }
    const end = node.data.indexOf(to);
    if (begun && end >= 0) {
      range.setEnd(node, end + to.length);
      return range;
    }
  }
  throw new Error(`there is no ${from} … ${to}`);
}

describe("what is selected", () => {
  it.each([
    ["within a leaf", "rainy", "day", [0, 2], [0, 11]],
    ["behind a letter of two units", "thing", "thing", [1, 6], [1, 11]],
    ["across leaves and lists", "day", "and marked", [0, 8], [2, 18]],
    ["from cell to cell", "Glass", "Dawn", [3, 14], [3, 24]],
    ["from a caption into the table", "day", "Watch", [0, 8], [3, 13]],
    ["over all of it and beyond", "before", "after", [0, 0], [5, 13]],
    ["of code, over two lines", "a;", "let b", [5, 4], [5, 12]],
  ])("%s", (_, from, to, [leaf, offset], [last, end]) => {
    const root = page();
    expect(rangeOf(root, select(from, to))).toEqual({ start: { leaf, offset }, end: { leaf: last, offset: end } });
  });

  it("ends with its last words, where a triple press ends before the next block", () => {
    const root = page();
    const range = document.createRange();
    range.setStart(root.querySelector("h2") as Element, 0);
    range.setEnd(root.querySelector("ul p") as Element, 0);
    expect(rangeOf(root, range)).toEqual({ start: { leaf: 0, offset: 0 }, end: { leaf: 0, offset: 11 } });
  });

  it("of a printed page is of the text alone, whatever stands between and in whatever order", () => {
    document.body.innerHTML = `<div id="text"><span data-leaf="2" data-from="4" data-to="14">right half\n</span>
      <span>Running title\n</span><span data-leaf="1" data-from="0" data-to="9">left pa\u00ad\n</span></div>`;
    const root = document.getElementById("text") as HTMLElement;
    expect(rangeOf(root, select("half", "left"))).toEqual({
      start: { leaf: 1, offset: 0 },
      end: { leaf: 2, offset: 14 },
    });
    expect(rangeOf(root, select("left", "pa\u00ad\n"))?.end).toEqual({ leaf: 1, offset: 9 });
    expect(rangeOf(root, select("Running", "title"))).toBeUndefined();
    const whole = { start: { leaf: 2, offset: 4 }, end: { leaf: 2, offset: 14 } };
    expect(pageRangeOf(root, whole)?.toString()).toBe("right half");
  });

  it("is nothing outside of the text", () => {
    const root = page();
    const range = document.createRange();
    range.selectNodeContents(document.querySelector("button") as Element);
    expect(rangeOf(root, range)).toBeUndefined();
    range.setStart(root.querySelector("ul p") as Element, 0);
    range.collapse(true);
    expect(rangeOf(root, range)).toBeUndefined();
  });
});

describe("the range on the page", () => {
  it.each([
    ["within a leaf", [0, 2, 0, 7], "rainy"],
    ["behind a letter of two units", [1, 6, 1, 11], "thing"],
    ["across cells, from between two of them", [3, 13, 3, 25], "GlassDawn"],
    ["of a whole cell", [3, 25, 3, 30], "29.41"],
    ["that is longer than the leaf", [5, 7, 5, 99], "let b;"],
  ] as const)("%s", (_, [leaf, offset, last, end], words) => {
    const range = pageRangeOf(page(), { start: { leaf, offset }, end: { leaf: last, offset: end } });
    expect(range?.toString().replace(/\s{2,}/g, "")).toBe(words);
  });

  it.each([
    ["of a leaf that is not on the page", [9, 0, 9, 4]],
    ["of nothing", [0, 3, 0, 3]],
    ["of an empty leaf", [4, 0, 4, 2]],
  ] as const)("none %s", (_, [leaf, offset, last, end]) => {
    expect(pageRangeOf(page(), { start: { leaf, offset }, end: { leaf: last, offset: end } })).toBeUndefined();
  });

  it("comes back from what is selected, everywhere", () => {
    const root = page();
    for (const [leaf, length] of [
      [0, 11],
      [1, 11],
      [2, 24],
      [5, 13],
    ] as const) {
      for (let from = 0; from < length; from++) {
        const span = { start: { leaf, offset: from }, end: { leaf, offset: length } };
        const range = pageRangeOf(root, span);
        expect(range && rangeOf(root, range)).toEqual(span);
      }
    }
  });
});
