import { insertNewlineContinueMarkupCommand } from "@codemirror/lang-markdown";
import { EditorSelection, EditorState } from "@codemirror/state";
import { type Command, EditorView } from "@codemirror/view";
import { beforeEach, expect, test } from "vitest";
import { stubLayout } from "@/test/layout";
import { around, heading, link, list, moveItem, tickHere } from "./commands";
import { addressAt } from "./follow";
import { markdown } from "./language";

beforeEach(stubLayout);

/** A text with the selection between the two bars, or the cursor at one. */
function viewOf(marked: string): EditorView {
  const anchor = marked.indexOf("|");
  const head = marked.lastIndexOf("|") - (marked.lastIndexOf("|") > anchor ? 1 : 0);
  const selection = EditorSelection.single(anchor, head);
  return new EditorView({
    state: EditorState.create({ doc: marked.replaceAll("|", ""), selection, extensions: [markdown] }),
  });
}

function markedOf({ state }: EditorView): string {
  const { from, to } = state.selection.main;
  const text = state.doc.toString();
  return from === to
    ? `${text.slice(0, from)}|${text.slice(from)}`
    : `${text.slice(0, from)}|${text.slice(from, to)}|${text.slice(to)}`;
}

const enter = insertNewlineContinueMarkupCommand({ nonTightLists: false });

const cases: readonly [string, Command, string, string][] = [
  ["bold around what is selected", around("**"), "a |big| b", "a **|big|** b"],
  ["bold taken away again", around("**"), "a **|big|** b", "a |big| b"],
  ["bold around the word at the cursor", around("**"), "a bi|g b", "a **bi|g** b"],
  ["italic in what is bold", around("*"), "a **|big|** b", "a ***|big|*** b"],
  ["signs to write between", around("`"), "a | b", "a `|` b"],
  ["a link of words", link, "see |map|", "see [map](|)"],
  ["a link of an address", link, "see |https://a.example|", "see [|](https://a.example)"],
  ["a list", list("bullets"), "|a\nb|", "- |a\n- b|"],
  ["a list taken away", list("bullets"), "- a|", "a|"],
  ["numbers for bullets", list("numbers"), "|- a\n- b|", "|1. a\n2. b|"],
  ["boxes for bullets, within another list", list("tasks"), "- a\n  - b|", "- a\n  - [ ] b|"],
  ["boxes taken away", list("tasks"), "- [x] b|", "b|"],
  ["a heading", heading(2), "# a|", "## a|"],
  ["a heading taken away", heading(2), "## a|", "a|"],
  ["a tick", tickHere, "1\n- [ ] ten|t", "1\n- [x] ten|t"],
  ["a tick taken away, in a quote", tickHere, "> 1. [x] tent|", "> 1. [ ] tent|"],
  ["an item a level deeper, with what is in it", moveItem(true), "- a\n- b|\n  - c", "- a\n  - b|\n    - c"],
  ["and back", moveItem(false), "1. a\n   - b|\n     more", "1. a\n- b|\n  more"],
  ["Enter goes on with a list", enter, "- [x] a|", "- [x] a\n- [ ] |"],
  ["Enter counts", enter, "9. a|", "9. a\n10. |"],
  ["Enter ends a list", enter, "- a\n- |", "- a\n|"],
];

test.each(cases)("a key makes %s", (_, command, before, after) => {
  const view = viewOf(before);
  expect(command(view)).toBe(true);
  expect(markedOf(view)).toBe(after);
});

test("Tab means what it always does outside of lists, and a line without a box has none to tick", () => {
  expect(moveItem(true)(viewOf("a|"))).toBe(false);
  expect(tickHere(viewOf("- a|"))).toBe(false);
});

test("a link leads where it says, and nowhere that runs", () => {
  const view = viewOf('[map](https://a.example/x "t") https://b.example, [no](javascript:alert(1))|');
  expect(addressAt(view, 2)).toBe("https://a.example/x");
  expect(addressAt(view, 34)).toBe("https://b.example,");
  expect(addressAt(view, 54)).toBeUndefined();
});
