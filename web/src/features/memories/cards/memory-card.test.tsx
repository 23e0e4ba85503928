import { fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { PARTS, show } from "./show-card";

const NEW_TAB = { target: "_blank", rel: "noreferrer" };

function picture() {
  return document.querySelector("img");
}

function expectNewTab(link: HTMLElement) {
  for (const [name, value] of Object.entries(NEW_TAB)) expect(link).toHaveAttribute(name, value);
}

describe("a note with markup", () => {
  it("reads as it is meant, and its links lead out", async () => {
    const link = "https://example.com/yeast";
    show({
      type: "note",
      link: "",
      title: "",
      description: "**Bread** from [yeast](https://example.com/yeast)",
      blocks: [
        {
          kind: "paragraph",
          spans: [{ text: "Bread", bold: true }, { text: " from " }, { text: "yeast", link }],
        },
        { kind: "list", items: [[{ kind: "paragraph", task: "done", spans: [{ text: "knead" }] }]] },
      ],
    });
    const text = within(screen.getByRole("group", { name: /^Note/ }));
    expect((await text.findByText("Bread")).tagName).toBe("STRONG");
    expect(text.getByRole("link", { name: "yeast" })).toHaveAttribute("href", link);
    expect(text.getByRole("img", { name: "Done" })).toBeVisible();
    expect(text.queryByText(/\*\*/)).toBeNull();
  });
});

describe("a link", () => {
  it("CARD-02 CARD-04 CARD-09 shows picture, title, description, host and the link to the page", () => {
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

  it("CARD-03 shows our own picture when there is none, or it fails to load", () => {
    show({ imageUrl: "" });
    expect(picture()?.src).toContain("default-picture");
  });

  it("CARD-03 shows our own picture in place of one that fails to load", () => {
    show({ imageUrl: "/api/pictures/gone" });
    fireEvent.error(picture() as HTMLImageElement);
    expect(picture()?.src).toContain("default-picture");
  });

  it("never links to an address outside of the web", () => {
    const { memory } = show({ link: "javascript:alert(1)" });
    const hrefs = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
    expect(hrefs).toEqual([PARTS.pathOf(memory._id)]);
  });
});

describe("a note", () => {
  it("that was given a title is called by it", () => {
    show({ type: "note", title: "The shed", captured: { title: "Two keys" }, description: "Two keys", link: "" });
    expect(screen.getByRole("link", { name: /^The shed/ })).toBeVisible();
  });

  it("CARD-06 CARD-07 shows its text in a box named Note that the keyboard can scroll", () => {
    show({ type: "note", title: "", description: "Two keys,\none is stiff.", link: "" });
    expect(screen.getByRole("link", { name: /^Note/ })).toBeVisible();
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
  it("CARD-01 CARD-09 link to their sites", () => {
    show({ type: "video", title: "Sourdough", link: "https://vimeo.com/1", player: { name: "Vimeo" } });
    expect(screen.getByText("Vimeo")).toBeVisible();
    expectNewTab(screen.getByRole("link", { name: "Video" }));
  });

  it.each(["ready", "pending", "failed"] as const)("CARD-05 a %s video has its player", (status) => {
    show({ type: "video", link: "https://vimeo.com/1", status });
    expect(screen.getByText("Plays https://vimeo.com/1")).toBeVisible();
  });

  it.each(["ready", "failed"] as const)("CARD-05 a %s tweet has its embed, whose text names the card", (status) => {
    const { card } = show({ type: "tweet", link: "https://x.com/ada/status/1", status });
    expect(card).toHaveAccessibleName("Embeds https://x.com/ada/status/1");
    expectNewTab(screen.getByRole("link", { name: "Tweet" }));
  });

  it("CARD-05 a pending tweet is not requested; what is known of it is shown", () => {
    const { become } = show({
      type: "tweet",
      link: "https://x.com/imanibuilds/status/1",
      status: "pending",
      title: "",
    });
    expect(screen.queryByText(/^Embeds/)).toBeNull();
    become({ description: "Stop filing." });
    expect(screen.queryByText(/^Embeds/)).toBeNull();
    expect(screen.getByText("@imanibuilds")).toBeVisible();
    expect(screen.getByText("Stop filing.")).toBeVisible();
    expectNewTab(screen.getByRole("link", { name: "Tweet" }));
  });
});

describe("metadata of a source", () => {
  it.each([
    [{ author: "Ann Lee", site: "The Tidewater Review" }, "Ann Lee · The Tidewater Review"],
    [{ author: "Ann Lee", site: "Tidewater" }, "Ann Lee"],
    [{ site: "The Review" }, "The Review"],
  ])("CARD-02 a page is by %o", (part, byline) => {
    show({ ...part, link: "https://www.tidewater.example/post-road" });
    expect(screen.getByText(byline)).toBeVisible();
  });

  it("CARD-01 a video shows its channel", () => {
    show({ type: "video", link: "https://vimeo.com/1", author: "Night Kitchen" });
    expect(screen.getByText("Night Kitchen")).toBeVisible();
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

  it("CARD-01 a tweet whose author's name equals the handle shows it once", () => {
    const link = "https://x.com/Ada/status/1";
    show({ type: "tweet", status: "pending", author: "Ada Lovelace (@ada)", description: "Words.", link });
    expect(screen.getAllByText(/@ada/i)).toHaveLength(1);
  });
});

describe("a pending memory", () => {
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

  it.each(["waiting", "reading"] as const)("shows the progress of a long document while it is %s", (step) => {
    show({ type: "document", status: "pending", step, pages: 3000, pagesRead: 1200, description: "A book" });
    expect(screen.getByText("Read to page 1,200 of 3,000")).toBeVisible();
    expect(screen.getByText("A book")).toBeVisible();
  });

  it("shows its address while it has no title", () => {
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

describe("a failed memory", () => {
  it.each(["link", "document", "video"] as const)("CARD-11 a %s is kept, says why, and can be tried again", (type) => {
    const { card, onDelete, onRefresh, memory } = show({
      type,
      status: "failed",
      title: "The orchard ledger",
      error: "The page did not answer.",
    });
    expect(screen.getByRole("heading", { name: "The orchard ledger" })).toBeVisible();
    expect(screen.getByText("The page did not answer.")).toBeVisible();
    expect(screen.getByText("Not read")).toBeVisible();
    expect(screen.getByRole("link", { name: /^(Page|Document|Video)$/ })).toHaveAttribute("href", memory.link);
    const retry = screen.getByRole("button", { name: "Retry" });
    expect(retry).toHaveAccessibleDescription("The orchard ledger");
    fireEvent.click(retry);
    expect(onRefresh).toHaveBeenCalledWith(memory);
    // The button goes when the memory is on its way again.
    expect(card).toHaveFocus();
    fireEvent.click(screen.getByRole("button", { name: "Delete The orchard ledger" }));
    expect(onDelete).toHaveBeenCalledWith(memory._id);
  });

  it("CARD-03 CARD-11 a link shows the default picture", () => {
    show({ type: "link", status: "failed", imageUrl: "" });
    expect(picture()?.src).toContain("default-picture");
  });

  it("CARD-11 a tweet is shown with its service's message, and can be tried again", () => {
    const { onRefresh, memory } = show({ type: "tweet", status: "failed", error: "This tweet is gone or private." });
    expect(screen.getByText("This tweet is gone or private.")).toBeVisible();
    fireEvent.click(screen.getByRole("button", { name: "Retry" }));
    expect(onRefresh).toHaveBeenCalledWith(memory);
  });

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
