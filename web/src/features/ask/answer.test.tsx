import { render, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { answered } from "@/test/answer";
import Answer from "./answer";
import type { Found } from "./model";

beforeEach(() => {
  vi.spyOn(console, "error").mockReturnValue();
});

const answer = "It leaves\nat seven.";
const found: Found = { ...answered(answer), kind: "answered", answered: true, citations: [], content: [] };

function show(found: Found) {
  return render(
    <Answer
      found={found}
      at={new Date(0)}
      question="When?"
      category="all-memories"
      alone={false}
      answering={false}
      whole
      beside="nothing"
      renderMemory={() => null}
      onOpenMemory={() => {}}
      onSave={async () => undefined as never}
      onKeep={async () => true}
    />,
  ).container;
}

it("an answer whose text can't be drawn shows its plain words and everything else", () => {
  const spans = [{ text: 7 as unknown as string }];
  expect(show({ ...found, blocks: [{ kind: "paragraph", spans }] })).toHaveTextContent(
    "These are its words:It leaves at seven.",
  );
  expect(screen.getByRole("heading", { name: "Engram’s response" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Copy" })).toBeVisible();
});

it.each([
  ["nothing", "Engram’s response: no answer found"],
  ["closest", "Engram’s response: no sure answer"],
  [undefined, "Engram’s response"],
] as const)("what is no answer says what it is: %s", (degree, name) => {
  show({ ...found, answered: false, degree } as unknown as Found);
  expect(screen.getByRole("heading", { name })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Copy" })).toBeNull();
});

it("an answer that fails elsewhere shows its words, and the page stays", () => {
  const odd = {
    ...found,
    citations: [{ n: 1, memoryId: "a", quote: "q", place: "" }],
    content: null,
  } as unknown as Found;
  expect(show(odd)).toHaveTextContent("These are its words:It leaves at seven.");
});
