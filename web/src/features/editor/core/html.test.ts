import { expect, test } from "vitest";
import { markdownOf } from "./html";

test.each([
  ["words alone are left to the browser", "<p>Two keys</p>", undefined],
  ["a list", "<ul><li>tent</li><li>stove</li></ul>", "- tent\n- stove"],
  ["a list in a list", "<ul><li>tent<ul><li>pegs</li></ul></li><li>stove</li></ul>", "- tent\n  - pegs\n- stove"],
  ["numbers from where they begin", '<ol start="3"><li>three</li><li>four</li></ol>', "3. three\n4. four"],
  ["items of paragraphs", "<ul>\n<li>\n<p>tent</p>\n</li>\n<li><p>stove</p></li></ul>", "- tent\n- stove"],
  [
    "a link",
    'See <a href="https://example.com/a?b=1&amp;c=2">the <b>map</b></a>.',
    "See [the **map**](https://example.com/a?b=1&c=2).",
  ],
  ["a link that is its own name", '<a href="https://example.com">https://example.com</a>', "https://example.com"],
  ["no link that runs", '<a href="javascript:alert(1)">click</a>', "click"],
  [
    "paragraphs and headings",
    "<h2>Packing</h2><p>One&nbsp;tent</p><p>two <em>stoves </em>there</p>",
    "## Packing\n\nOne tent\n\ntwo *stoves* there",
  ],
  ["a quote", "<blockquote><p>one</p><p>two</p></blockquote><p>after</p><b>x</b>", "> one\n>\n> two\n\nafter\n\n**x**"],
  ["code as it is", "<pre><code>a &lt; b\n  c</code></pre>", "```\na < b\n  c\n```"],
  [
    "boxes",
    '<ul><li><input type="checkbox" checked> done</li><li><input type="checkbox">not</li></ul>',
    "- [x] done\n- [ ] not",
  ],
  ["what is not bold", '<meta charset="utf-8"><b style="font-weight:normal;"><p>a</p></b><i>b</i>', "a\n\n*b*"],
  [
    "nothing of styles and scripts",
    "<style>p { color: red }</style><script>alert(1)</script><b>a</b><!-- no -->",
    "**a**",
  ],
])("pasted HTML: %s", (_, html, markdown) => {
  expect(markdownOf(html)).toBe(markdown);
});

test("pasted HTML that ends early or never began is read to its end", () => {
  for (const html of ["<ul><li><b>a", "</li></ul><b></b>a<b", "<a href='https://a.example'", "<b>&#99999999;</b>"]) {
    expect(markdownOf(html) ?? "").not.toContain("undefined");
  }
});
