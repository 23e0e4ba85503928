import { fireEvent, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { Kind, Memory } from "@/memory/kinds";
import { show } from "./show-card";

const KINDS: readonly Kind[] = ["link", "video", "tweet", "note", "document"];
const MARKUP = `<img src=x onerror="alert(1)"><b>bold</b>`;

describe("unusual memories", () => {
  it.each(KINDS.flatMap((type) => (["ready", "pending", "failed"] as const).map((status) => [type, status] as const)))(
    "a %s that is %s shows markup as text, and no pictures but its own",
    (type, status) => {
      const { card } = show({
        type,
        status,
        title: MARKUP,
        description: MARKUP,
        author: MARKUP,
        site: MARKUP,
        error: MARKUP,
        tags: Array.from({ length: 500 }, (_, index) => `${MARKUP} ${index}`),
        link: type === "note" ? "" : "https://x.com/ada/status/1",
      });
      expect(card.querySelector("b:not(.kind b), img[src=x], script")).toBeNull();
      // Three tags, and how many more there are.
      expect(card.querySelectorAll("li")).toHaveLength(4);
      expect(screen.queryByText("This card can’t be shown.")).toBeNull();
    },
  );

  it.each(["", "   ", "\n"])("a title of %j is replaced by the address", (title) => {
    show({ title, link: "https://longnow.example/clocks" });
    expect(screen.getByRole("heading", { name: "longnow.example/clocks" })).toBeVisible();
  });

  it.each(["🧠", "a".repeat(5000), "שלום עולם"])(
    "the title %.12s is shown unchanged, in its own direction",
    (title) => {
      show({ title });
      expect(screen.getByRole("heading", { name: title })).toHaveAttribute("dir", "auto");
    },
  );

  it.each(["javascript:alert(1)", "data:text/html,x", "//evil.example", "ftp://example.com", "not an address"])(
    "%s is never a link",
    (link) => {
      const { card } = show({ type: "video", link, title: "Odd" });
      const addresses = [...card.querySelectorAll("a")].map((anchor) => anchor.getAttribute("href"));
      expect(addresses).toEqual([expect.stringMatching(/^\/home\/memory\//)]);
    },
  );
});

describe("a card that throws", () => {
  // The server answers what its types promise; this is what happens when it once does not.
  it.each<[string, Partial<Record<keyof Memory, unknown>>, string]>([
    ["a description of another shape", { description: {} }, "Odd"],
    ["a title of another shape", { title: 7 }, "this memory"],
    ["an unknown kind", { type: "dream" }, "Odd"],
    ["no address", { type: "link", title: "", link: null }, "this memory"],
  ])("keeps %s to itself, and can still be deleted", (_, part, name) => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const { onDelete, memory, become } = show({ type: "note", title: "Odd", ...part } as Partial<Memory>);
    expect(screen.getByText("This card can’t be shown.")).toBeVisible();
    fireEvent.click(screen.getByRole("button", { name: `Delete ${name}` }));
    expect(onDelete).toHaveBeenCalledWith(memory._id);
    become({ type: "note", title: "Odd", description: "Mended", link: "" });
    expect(screen.getByText("Mended")).toBeVisible();
  });
});
