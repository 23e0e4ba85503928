import { fireEvent, render, screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { aMemory } from "@/test/memory";
import type { Memory } from "../model";
import { MemoryCard } from "./memory-card";

const NEW_TAB = { target: "_blank", rel: "noreferrer" };

function show(part: Partial<Memory>) {
  const memory = aMemory(part);
  const onDelete = vi.fn();
  render(<MemoryCard memory={memory} onDelete={onDelete} />);
  return { memory, onDelete, card: screen.getByRole("article") };
}

function picture() {
  return document.querySelector("img");
}

function expectNewTab(link: HTMLElement) {
  for (const [name, value] of Object.entries(NEW_TAB)) expect(link).toHaveAttribute(name, value);
}

describe("a link", () => {
  it("CARD-02 CARD-04 CARD-09 shows picture, title, description, host and the way to the page", () => {
    const { card } = show({
      title: "Walking the old post road",
      description: "Eleven days, nine ferries.",
      link: "https://www.tidewater.example/post-road",
      imageUrl: "/api/pictures/1",
    });
    expect(picture()).toHaveAttribute("src", "/api/pictures/1");
    expect(screen.getByRole("heading", { name: "Walking the old post road" })).toBeVisible();
    expect(screen.getByText("Eleven days, nine ferries.")).toBeVisible();
    expect(screen.getByText("tidewater.example")).toBeVisible();
    const page = within(card).getByRole("link", { name: "Page" });
    expect(page).toHaveAttribute("href", "https://www.tidewater.example/post-road");
    expectNewTab(page);
    expect(page).toHaveAccessibleDescription("Walking the old post road");
  });

  it("CARD-03 shows our own picture when there is none, and when it does not come", () => {
    show({ imageUrl: "" });
    expect(picture()?.src).toContain("default-picture");
  });

  it("CARD-03 shows our own picture in place of one that does not come", () => {
    show({ imageUrl: "/api/pictures/gone" });
    fireEvent.error(picture() as HTMLImageElement);
    expect(picture()?.src).toContain("default-picture");
  });

  it("never leads to an address that is none of the web", () => {
    show({ link: "javascript:alert(1)" });
    expect(screen.queryByRole("link")).toBeNull();
  });
});

describe("a note", () => {
  it("CARD-06 CARD-07 shows its text in a box named Note that the keyboard can scroll", () => {
    show({ type: "note", title: "", description: "Two keys,\none is stiff.", link: "" });
    expect(screen.getByText("Note")).toBeVisible();
    const box = screen.getByRole("group", { name: /^Note, / });
    expect(box.textContent).toBe("Two keys,\none is stiff.");
    expect(box).toHaveClass("note-text");
    expect(box).toHaveAttribute("tabindex", "0");
  });
});

describe("a document", () => {
  it("CARD-08 CARD-09 CARD-10 shows the file name and opens by its signed link", () => {
    show({ type: "document", title: "Lease.pdf", link: "/api/files/1?signature=x" });
    expect(screen.getByRole("heading", { name: "Lease.pdf" })).toBeVisible();
    const link = screen.getByRole("link", { name: "Document" });
    expect(link).toHaveAttribute("href", "/api/files/1?signature=x");
    expectNewTab(link);
  });
});

describe("a video and a tweet", () => {
  it("CARD-01 CARD-09 lead to where they are", () => {
    show({ type: "video", title: "Sourdough", link: "https://vimeo.com/1" });
    expect(screen.getByText("Vimeo")).toBeVisible();
    expectNewTab(screen.getByRole("link", { name: "Video" }));
  });

  it("CARD-01 CARD-09 a tweet shows its author and its words", () => {
    show({ type: "tweet", title: "", description: "Stop filing.", link: "https://x.com/imanibuilds/status/1" });
    expect(screen.getByText("@imanibuilds")).toBeVisible();
    expect(screen.getByText("Stop filing.")).toBeVisible();
    expectNewTab(screen.getByRole("link", { name: "Tweet" }));
  });
});

describe("a memory on its way", () => {
  it.each([
    ["link", "Reading the page"],
    ["document", "Reading the document"],
    ["video", "Reading the video"],
    ["tweet", "Reading the tweet"],
  ] as const)("says of a %s: %s", (type, text) => {
    const { card } = show({ type, status: "pending" });
    expect(screen.getByText(text)).toBeVisible();
    expect(card).toHaveAttribute("aria-busy", "true");
  });

  it("goes by its address while it has no title", () => {
    show({ status: "pending", title: "", link: "https://longnow.example/slow-clocks" });
    expect(screen.getByRole("heading", { name: "longnow.example/slow-clocks" })).toBeVisible();
  });
});

describe("a memory that could not be read", () => {
  it.each(["link", "document", "video", "tweet"] as const)("CARD-11 a %s is kept and says why", (type) => {
    const { onDelete, memory } = show({
      type,
      status: "failed",
      title: "The orchard ledger",
      error: "The page did not answer.",
    });
    expect(screen.getByRole("heading", { name: "The orchard ledger" })).toBeVisible();
    expect(screen.getByText("The page did not answer.")).toBeVisible();
    expect(screen.getByText("Not read")).toBeVisible();
    expect(screen.getByRole("link")).toHaveAttribute("href", memory.link);
    fireEvent.click(screen.getByRole("button", { name: "Delete The orchard ledger" }));
    expect(onDelete).toHaveBeenCalledWith(memory._id);
  });
});

describe("a card that breaks", () => {
  it("keeps it to itself, and can still be deleted", () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    // The server answers what its types promise; this is what happens when it once does not.
    const { onDelete, memory } = show({ type: "note", title: "Odd", description: {} as never });
    expect(screen.getByText("This card can’t be shown.")).toBeVisible();
    fireEvent.click(screen.getByRole("button", { name: "Delete Odd" }));
    expect(onDelete).toHaveBeenCalledWith(memory._id);
  });
});
