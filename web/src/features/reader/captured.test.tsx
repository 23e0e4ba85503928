import { render, screen } from "@testing-library/react";
import { afterAll, expect, it, vi } from "vitest";
import { Captured } from "./captured";

vi.mock("./blocks", () => ({
  blocksOf: (text: string) => {
    if (text === "odd") throw new Error("no blocks");
    return [{ kind: "paragraph", at: 0, run: { at: 0, text } }];
  },
}));
afterAll(() => vi.doUnmock("./blocks"));

it("a part that fails to render is shown as plain text among the others", () => {
  vi.spyOn(console, "error").mockReturnValue();
  const parts = [{ text: "first" }, { text: "odd" }, { text: "last" }];
  render(<Captured ref={null} parts={parts} marks={new Map()} shown={-1} onPlay={() => {}} />);
  for (const { text } of parts) expect(screen.getByText(text)).toBeVisible();
});
