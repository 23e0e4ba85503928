import { fireEvent, render, screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { aMemory } from "@/test/memory";
import type { Memory } from "../model";
import { MemoryCard } from "./memory-card";

const NEW_TAB = { target: "_blank", rel: "noreferrer" };

function show(part: Partial<Memory>) {
  const memory = aMemory(part);
  const onDelete = vi.fn();
  const onRefresh = vi.fn();
  const { rerender } = render(<MemoryCard memory={memory} onDelete={onDelete} onRefresh={onRefresh} />);
  const become = (change: Partial<Memory>) =>
    rerender(<MemoryCard memory={{ ...memory, ...change }} onDelete={onDelete} onRefresh={onRefresh} />);
  return { memory, onDelete, onRefresh, become, card: screen.getByRole("article") };
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

describe("what a source says of itself", () => {
  it.each([
    [{ author: "Ann Lee", site: "The Tidewater Review" }, "Ann Lee · The Tidewater Review"],
    [{ author: "Ann Lee", site: "Tidewater" }, "Ann Lee"],
    [{ site: "The Review" }, "The Review"],
  ])("CARD-02 a page is by %o", (part, byline) => {
    show({ ...part, link: "https://www.tidewater.example/post-road" });
    expect(screen.getByText(byline)).toBeVisible();
  });

  it("CARD-01 a video shows picture, channel and duration", () => {
    show({
      type: "video",
      link: "https://vimeo.com/1",
      imageUrl: "/api/pictures/1",
      author: "Night Kitchen",
      duration: 3723,
    });
    expect(picture()).toHaveAttribute("src", "/api/pictures/1");
    expect(screen.getByText("Night Kitchen")).toBeVisible();
    expect(screen.getByText("1:02:03")).toBeVisible();
  });

  it("CARD-03 a video without a picture, and one whose picture does not come, shows our own", () => {
    const { become } = show({ type: "video", link: "https://vimeo.com/1" });
    expect(picture()?.src).toContain("default-picture");
    become({ imageUrl: "/api/pictures/gone" });
    expect(picture()).toHaveAttribute("src", "/api/pictures/gone");
    fireEvent.error(picture() as HTMLImageElement);
    expect(picture()?.src).toContain("default-picture");
  });

  it("CARD-08 a document shows its first page and how many there are", () => {
    const { become } = show({ type: "document", title: "Lease.pdf", imageUrl: "/api/pictures/1", pages: 12 });
    expect(picture()).toHaveAttribute("src", "/api/pictures/1");
    expect(screen.getByText("12 pages")).toBeVisible();
    become({ pages: 1 });
    expect(screen.getByText("1 page")).toBeVisible();
    fireEvent.error(picture() as HTMLImageElement);
    expect(picture()?.src).toContain("page-face");
  });

  it("CARD-01 a tweet whose author has the handle shows it once", () => {
    show({ type: "tweet", author: "Ada Lovelace (@ada)", description: "Words.", link: "https://x.com/Ada/status/1" });
    expect(screen.getAllByText(/@ada/i)).toHaveLength(1);
  });

  it("CARD-01 a tweet shows author, handle, words and date", () => {
    show({
      type: "tweet",
      description: "Stop filing.",
      author: "Imani Brookes",
      publishedAt: "2020-11-04T12:00:00Z",
      link: "https://x.com/imanibuilds/status/1",
    });
    expect(screen.getByText("Imani Brookes")).toBeVisible();
    expect(screen.getByRole("article")).toHaveAccessibleName(/Imani Brookes.*@imanibuilds/);
    expect(screen.getByText("Nov 4, 2020")).toBeVisible();
  });
});

describe("a memory on its way", () => {
  it.each([
    ["link", "waiting", "Waiting for its turn"],
    ["link", undefined, "Waiting for its turn"],
    ["link", "fetching", "Fetching the page"],
    ["video", "fetching", "Looking up the video"],
    ["tweet", "fetching", "Fetching the tweet"],
    ["document", "fetching", "Opening the document"],
    ["document", "reading", "Reading it"],
    ["video", "picturing", "Keeping its picture"],
  ] as const)("API-24 says of a %s that is %s: %s", (type, step, text) => {
    const { card } = show({ type, status: "pending", ...(step && { step }) });
    expect(screen.getByText(text)).toBeVisible();
    expect(card).toHaveAttribute("aria-busy", "true");
    expect(screen.queryByRole("button", { name: /again|Retry/ })).toBeNull();
  });

  it("goes by its address while it has no title", () => {
    show({ status: "pending", title: "", link: "https://longnow.example/slow-clocks" });
    expect(screen.getByRole("heading", { name: "longnow.example/slow-clocks" })).toBeVisible();
  });

  it("keeps what is known of it while it is fetched again", () => {
    show({
      status: "pending",
      step: "fetching",
      title: "Slow clocks",
      description: "Ten thousand years.",
      imageUrl: "/p/1",
    });
    expect(picture()).toHaveAttribute("src", "/p/1");
    expect(screen.getByText("Ten thousand years.")).toBeVisible();
    expect(screen.getByText("Fetching the page")).toBeVisible();
  });

  it("becomes the card of what was read", () => {
    const { card, become } = show({ status: "pending", step: "reading", title: "" });
    become({ status: "ready", title: "Read at last", description: "Here it is." });
    expect(screen.getByRole("heading", { name: "Read at last" })).toBeVisible();
    expect(screen.queryByText("Reading it")).toBeNull();
    expect(card).toHaveAttribute("aria-busy", "false");
    expect(card).toBeInTheDocument();
  });
});

describe("a memory that could not be read", () => {
  it.each(["link", "document", "video", "tweet"] as const)(
    "CARD-11 a %s is kept, says why, and can be tried again",
    (type) => {
      const { card, onDelete, onRefresh, memory } = show({
        type,
        status: "failed",
        title: "The orchard ledger",
        error: "The page did not answer.",
      });
      expect(screen.getByRole("heading", { name: "The orchard ledger" })).toBeVisible();
      expect(screen.getByText("The page did not answer.")).toBeVisible();
      expect(screen.getByText("Not read")).toBeVisible();
      expect(screen.getByRole("link")).toHaveAttribute("href", memory.link);
      const retry = screen.getByRole("button", { name: "Retry" });
      expect(retry).toHaveAccessibleDescription("The orchard ledger");
      fireEvent.click(retry);
      expect(onRefresh).toHaveBeenCalledWith(memory);
      // The button goes when the memory is on its way again.
      expect(card).toHaveFocus();
      fireEvent.click(screen.getByRole("button", { name: "Delete The orchard ledger" }));
      expect(onDelete).toHaveBeenCalledWith(memory._id);
    },
  );

  it("CARD-11 shows the first page of a scan", () => {
    show({ type: "document", status: "failed", title: "Scan.pdf", error: "It has no text.", imageUrl: "/p/1" });
    expect(picture()).toHaveAttribute("src", "/p/1");
  });
});

describe("fetching again", () => {
  it.each([
    ["what is kept could not be fetched again", "The site did not answer."],
    ["a part is missing", "Its captions could not be read just now."],
  ])("API-28 says in the error's own words why %s, and tries once more", (_, error) => {
    const { onRefresh, memory } = show({
      title: "Slow clocks",
      description: "Years.",
      error,
    });
    expect(screen.getByText(error)).toBeVisible();
    expect(screen.getByText("Years.")).toBeVisible();
    expect(screen.queryByText("Not read")).toBeNull();
    expect(screen.queryByRole("button", { name: /^Fetch/ })).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Retry" }));
    expect(onRefresh).toHaveBeenCalledWith(memory);
  });

  it.each(["link", "video", "tweet"] as const)("is offered for a %s that was read", (type) => {
    const { card, onRefresh, memory } = show({ type, title: "Slow clocks" });
    fireEvent.click(screen.getByRole("button", { name: "Fetch Slow clocks again" }));
    expect(onRefresh).toHaveBeenCalledWith(memory);
    expect(card).toHaveFocus();
  });

  it.each(["note", "document"] as const)("is not offered for a %s, which has no other source", (type) => {
    show({ type });
    expect(screen.queryByRole("button", { name: /again/ })).toBeNull();
  });
});

describe("a card that breaks", () => {
  it("keeps it to itself, and can still be deleted", () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    // The server answers what its types promise; this is what happens when it once does not.
    const { onDelete, memory, become } = show({ type: "note", title: "Odd", description: {} as never });
    expect(screen.getByText("This card can’t be shown.")).toBeVisible();
    fireEvent.click(screen.getByRole("button", { name: "Delete Odd" }));
    expect(onDelete).toHaveBeenCalledWith(memory._id);
    become({ description: "Mended" });
    expect(screen.getByText("Mended")).toBeVisible();
  });
});
