import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";

const readAhead = vi.fn();
vi.mock("./routes/own/memory", () => ({ readAhead, loadParts: async () => {} }));
vi.mock("@/lib/afterwards", () => ({ afterwards: () => () => {} }));
const { useReaderAhead } = await import("./reader-ahead");

function Page() {
  useReaderAhead();
  return <a href="/home/memory/m-1">Slow clocks</a>;
}

it.each([
  ["the mouse", { pointerType: "mouse", button: 0 }, true],
  ["a finger, which may scroll", { pointerType: "touch", button: 0 }, false],
  ["another button of the mouse", { pointerType: "mouse", button: 2 }, false],
])("a press with %s reads ahead: %j %s", async (_, press, reads) => {
  readAhead.mockClear();
  render(<Page />);
  const { pointerType, button } = press;
  const down = Object.assign(new MouseEvent("pointerdown", { bubbles: true, button }), { pointerType });
  fireEvent(screen.getByRole("link"), down);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(readAhead).toHaveBeenCalledTimes(reads ? 1 : 0);
});
