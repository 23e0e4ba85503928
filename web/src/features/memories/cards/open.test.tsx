import { fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { show } from "./show-card";

describe("a card opens its memory", () => {
  it.each([
    ["link", "ready", "Slow clocks"],
    ["link", "pending", "Slow clocks"],
    ["link", "failed", "Slow clocks"],
    ["video", "ready", "Slow clocks"],
    ["document", "ready", "Slow clocks"],
    ["tweet", "ready", "Open"],
    ["tweet", "failed", "Open"],
    ["note", "ready", /^Note/],
  ] as const)("here in the app: a %s that is %s by %s", async (type, status, name) => {
    const { card, memory, where } = show({ type, status, title: "Slow clocks" });
    const link = within(card).getByRole("link", { name });
    expect(link).not.toHaveAttribute("target");
    await userEvent.click(link);
    expect(where()).toBe(`/home/memory/${memory._id}`);
  });

  it("by a click on the text of a note, but not by selecting text", async () => {
    const { where } = show({ type: "note", description: "Two keys, one is stiff.", link: "" });
    const selection = vi.spyOn(window, "getSelection").mockReturnValue({ isCollapsed: false } as Selection);
    await userEvent.click(screen.getByText("Two keys, one is stiff."));
    expect(where()).toBe("/home");
    selection.mockReturnValue({ isCollapsed: true } as Selection);
    await userEvent.click(screen.getByText("Two keys, one is stiff."));
    expect(where()).toMatch(/^\/home\/memory\//);
  });

  it("in a new tab by a click on the text of a note with a modifier key", () => {
    const { where } = show({ type: "note", description: "Two keys, one is stiff.", link: "" });
    const pressed = vi.fn((event: MouseEvent) => event.preventDefault());
    screen.getByRole("link", { name: /^Note/ }).addEventListener("click", pressed);
    fireEvent.click(screen.getByText("Two keys, one is stiff."), { ctrlKey: true });
    expect(pressed).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ ctrlKey: true }));
    expect(where()).toBe("/home");
  });

  it.each(["ready", "failed"] as const)("by a link that names its tweet: %s", (status) => {
    const { memory } = show({ type: "tweet", status });
    expect(screen.getByRole("link", { name: "Open" })).toHaveAccessibleDescription(`Embeds ${memory.link}`);
  });

  it("HOME-07 but deleting it does not open it", () => {
    const { memory, onDelete, where } = show({ title: "Slow clocks" });
    fireEvent.click(screen.getByRole("button", { name: "Delete Slow clocks" }));
    expect(onDelete).toHaveBeenCalledWith(memory._id);
    expect(where()).toBe("/home");
  });
});
