import { act, cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import type { ReactNode } from "react";
import { SWRConfig } from "swr";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Block } from "@/document/tree";
import { tellChanged } from "@/memory/changed";
import type { Memory } from "@/memory/kinds";
import { stubLayout } from "@/test/layout";
import { aMemory } from "@/test/memory";
import { server } from "@/test/server";
import { readAhead } from "./api";
import { useFocusMode } from "./focus/use-focus-mode";
import type { Cited } from "./model";
import { Reader, type ReaderProps } from "./reader";
import type { Start } from "./slots";

type Answer = { content: Memory; passages: readonly Passage[]; blocks?: readonly Block[] };
type Passage = { text: string; page?: number; second?: number };

/** The paragraphs of passages, with their places, as the server tells them of what has no tree. */
function blocksOf(passages: readonly Passage[]): Block[] {
  return passages.flatMap(({ text, page, second }, passage) => {
    const pieces = text.split("\n\n");
    return pieces.map((words, index): Block => {
      const offset = pieces.slice(0, index).join("").length + 2 * index;
      const heading = /^## (.*)$/.exec(words)?.[1];
      return {
        kind: heading ? "heading" : "paragraph",
        ...(heading && { level: 2 }),
        spans: [{ text: heading ?? words }],
        from: { passage, offset },
        ...(page && { page }),
        ...(second && { second }),
      };
    });
  });
}

let scrolled: Element[] = [];

beforeEach(() => {
  stubLayout();
  scrolled = [];
  Element.prototype.scrollIntoView = function scroll() {
    if (scrolled.at(-1) !== this) scrolled.push(this);
  };
});

const PAPER = aMemory({ type: "document", title: "Sleep.pdf", link: "/api/files/1?signature=x", pages: 14 });
const PASSAGES = [
  { text: "The night was short.\n\n## Method\n\nTen people slept.", page: 4 },
  { text: "What was replayed remained. The rest went.", page: 5 },
  { text: "It came back.", page: 5 },
];
const CITED: Cited = {
  question: "Why sleep?",
  citations: [
    { n: 1, quote: "What was replayed remained.", place: "page 5", page: 5 },
    { n: 1, quote: "Ten people slept.", place: "page 4", page: 4 },
    { n: 1, quote: "Nobody said this.", place: "page 5", page: 5 },
  ],
  shown: 0,
};

type Props = Omit<ReaderProps, "focus">;

function Opened(props: Props) {
  return <Reader {...props} focus={useFocusMode()} />;
}

/** Renders an opened memory, with a server that returns `answer` for each request. */
function open(
  answer: () => Answer | Response,
  props: Partial<Props> & { listed?: Memory } = {},
  before: () => void = () => {},
) {
  const read = vi.fn(answer);
  let latest: readonly Block[] | undefined;
  server.use(
    http.get("/api/v1/content/:id", () => {
      const found = read();
      latest = found instanceof Response ? [] : (found.blocks ?? blocksOf(found.passages));
      return found instanceof Response ? found : HttpResponse.json({ ...found, text: "" });
    }),
    http.get("/api/v1/content/:id/document", async () => {
      await vi.waitUntil(() => latest);
      return HttpResponse.json({ version: 1, blocks: latest });
    }),
  );
  const all: Props = {
    id: "1",
    listed: undefined,
    cited: undefined,
    hash: "",
    back: "Back to your memories",
    onClose: vi.fn(),
    onDelete: vi.fn(),
    onRefresh: vi.fn(),
    renderMedia: () => null,
    renderAsk: () => null,
    ...props,
  };
  const page = (more: Partial<Props>) => (
    <SWRConfig value={{ provider: () => cache, errorRetryInterval: 60_000 }}>
      <Opened {...all} {...more} />
    </SWRConfig>
  );
  const cache = new Map();
  before();
  const { rerender } = render(page({}));
  return { ...all, read, user: userEvent.setup(), become: (more: Partial<Props>) => rerender(page(more)) };
}

const dialog = (name: string) => screen.findByRole("dialog", { name });
const marks = () => [...document.querySelectorAll("mark")].map((mark) => [mark.textContent, mark.className]);

const REL = "noopener noreferrer nofollow";

function Broken(): ReactNode {
  throw new Error("broken");
}

describe("an opened memory", () => {
  it("API-29 shows all that was captured, its pages and headings, and has the focus on its title", async () => {
    document.title = "Home, Engram";
    open(() => ({ content: PAPER, passages: PASSAGES }));
    const reader = within(await dialog("Sleep.pdf"));
    await waitFor(() => expect(reader.getByRole("heading", { level: 1, name: "Sleep.pdf" })).toHaveFocus());
    const pages = await reader.findAllByRole("heading", { level: 2 });
    expect(pages.map((page) => page.textContent)).toEqual(["Page 4", "Page 5"]);
    expect(reader.getByRole("heading", { level: 3, name: "Method" })).toBeVisible();
    expect(reader.getByText("It came back.")).toBeVisible();
    expect(reader.queryByRole("complementary", { name: /Cited in/ })).toBeNull();
    expect(document.title).toBe("Sleep.pdf, Engram");
  });

  it("shows no quotes before the memory has been loaded for this user", async () => {
    const { become } = open(() => HttpResponse.json({ message: "Not found" }, { status: 404 }), {
      cited: CITED,
      back: "Back to the answer",
    });
    expect(screen.getByRole("button", { name: "Back to the answer" })).toBeVisible();
    expect(screen.queryByText(/Why sleep/)).toBeNull();
    expect(screen.queryByText("Ten people slept.")).toBeNull();
    await dialog("This memory is not here any more.");
    become({ cited: CITED });
    expect(screen.queryByText(/Why sleep/)).toBeNull();
  });

  it("marks the quotes of a new answer in the text, and scrolls to one that is pressed", async () => {
    const led: Cited = {
      question: "What?",
      citations: [{ n: 1, quote: "It came back.", place: "page 5", page: 5 }],
      shown: 0,
    };
    const { user } = open(() => ({ content: PAPER, passages: PASSAGES }), {
      cited: CITED,
      renderAsk: ({ title }, onCitation) => (
        <>
          <button type="button" onClick={() => onCitation(led, false)}>
            Ask {title}
          </button>
          <button type="button" onClick={() => onCitation(led, true)}>
            Press
          </button>
        </>
      ),
    });
    await screen.findByText("It came back.");
    expect(marks()).toHaveLength(2);
    // Scrolling is repeated for some frames.
    for (let frame = 0; frame < 15; frame++) await new Promise(requestAnimationFrame);
    scrolled = [];
    await user.click(screen.getByRole("button", { name: "Ask Sleep.pdf" }));
    expect(marks()).toEqual([["It came back.", "cited"]]);
    expect(scrolled).toEqual([]);
    expect(screen.getByRole("link", { name: "Document, opens in a new tab" })).toBeVisible();
    expect(screen.queryByText("These words are not in the text any more.")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Press" }));
    expect(marks()).toEqual([["It came back.", "cited on"]]);
    expect(scrolled.at(-1)).toHaveTextContent("It came back.");
    expect(screen.getByRole("link", { name: "Document, page 5, opens in a new tab" })).toBeVisible();
    await user.click(screen.getByRole("button", { name: /Ten people slept/ }));
    expect(marks()).toEqual([
      ["Ten people slept.", "cited on"],
      ["What was replayed remained.", "cited"],
    ]);
  });

  it("shows its details, and links to the original in a new tab", async () => {
    const { user } = open(() => ({ content: PAPER, passages: PASSAGES }));
    const about = within(await screen.findByRole("complementary", { name: "About this memory" }));
    expect(await about.findByText("14 pages, 1 min")).toBeVisible();
    const link = screen.getByRole("link", { name: /^Document/ });
    expect(link).toHaveAttribute("href", "/api/files/1?signature=x");
    expect(link).toHaveAttribute("target", "_blank");
    await user.click(screen.getByRole("button", { name: "More" }));
    expect(screen.getByRole("menuitem", { name: "Print" })).toBeVisible();
    expect(screen.queryByRole("menuitem", { name: "Fetch again" })).toBeNull();
  });

  it("has no site when it was uploaded, whatever host stores the file", async () => {
    open(() => ({ content: { ...PAPER, link: "https://engram.example/api/files/1" }, passages: PASSAGES }));
    expect(await screen.findByText("Read from the file you uploaded")).toBeVisible();
    expect(screen.queryByRole("link", { name: /engram\.example/ })).toBeNull();
  });

  it.each([
    [
      "the button",
      (user: ReturnType<typeof userEvent.setup>) =>
        user.click(screen.getByRole("button", { name: "Back to your memories" })),
    ],
    ["Escape", (user: ReturnType<typeof userEvent.setup>) => user.keyboard("{Escape}")],
  ])("is closed by %s", async (_, close) => {
    const { user, onClose } = open(() => ({ content: PAPER, passages: PASSAGES }));
    await waitFor(async () => expect(await screen.findByRole("heading", { level: 1 })).toHaveFocus());
    await close(user);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it("stays open when a dialog over it is closed by Escape", async () => {
    const { user, onClose } = open(() => ({ content: PAPER, passages: PASSAGES }));
    await dialog("Sleep.pdf");
    const over = document.createElement("input");
    document.body.append(over);
    over.focus();
    await user.keyboard("{Escape}");
    expect(onClose).not.toHaveBeenCalled();
    over.remove();
  });

  it("is deleted and closed", async () => {
    const { user, onClose, onDelete } = open(() => ({ content: PAPER, passages: PASSAGES }));
    await user.click(await screen.findByRole("button", { name: "More" }));
    await user.click(screen.getByRole("menuitem", { name: "Delete memory" }));
    expect(onDelete).toHaveBeenCalledExactlyOnceWith("1");
    expect(onClose).toHaveBeenCalledOnce();
  });

  it("takes what was read ahead, unless that failed", async () => {
    const content = aMemory({ title: "Slow clocks" });
    let fails = false;
    const answer = () =>
      fails
        ? HttpResponse.json({ message: "Gone" }, { status: 404 })
        : { content, passages: [{ text: "So it goes." }] };
    const first = open(answer);
    expect(await screen.findByText("So it goes.")).toBeVisible();
    expect(first.read).toHaveBeenCalledTimes(1);
    cleanup();
    const second = open(answer, {}, () => readAhead("1"));
    expect(await screen.findByText("So it goes.")).toBeVisible();
    expect(second.read).toHaveBeenCalledTimes(1);
    cleanup();
    fails = true;
    const third = open(answer, {}, () => readAhead("1"));
    expect(await dialog("This memory is not here any more.")).toBeVisible();
    expect(third.read).toHaveBeenCalledTimes(2);
  });

  it("keeps the place of a picture that is still being fetched, and shows it once it is there", async () => {
    const address = "https://example.com/boat.png";
    let image: Block["image"] = { address, alt: "A boat", width: 640, height: 360, coming: true };
    open(() => ({ content: aMemory(), passages: [], blocks: [{ kind: "figure", image: image as never }] }));
    const place = await screen.findByRole("img", { name: "A boat" });
    expect(place).toHaveStyle({ aspectRatio: "640 / 360" });
    expect(screen.queryByRole("link", { name: /See it at/ })).toBeNull();
    image = { address, url: "/p/1", alt: "A boat", width: 640, height: 360 };
    await waitFor(() => expect(screen.getByRole("img", { name: "A boat" })).toHaveAttribute("src", "/p/1"), {
      timeout: 10_000,
    });
  }, 15_000);

  it("shows a tree as its elements, without the title that stands above it", async () => {
    const blocks: Block[] = [
      { kind: "heading", level: 1, spans: [{ text: "Slow clocks" }] },
      { kind: "heading", level: 2, spans: [{ text: "A beginning" }] },
      { kind: "paragraph", spans: [{ text: "So it goes." }, { text: "1", ref: "fn1" }] },
      { kind: "heading", level: 3, spans: [{ text: "Below" }] },
      { kind: "figure", spans: [{ text: "A clock" }], image: { url: "/p/1", alt: "Hands", width: 640, height: 360 } },
      { kind: "figure", image: { address: "https://example.com/gone.png", alt: "A tower" } },
      { kind: "code", language: "py", text: "tick()" },
      { kind: "paragraph", anchor: "fn1", spans: [{ text: "Said elsewhere." }] },
    ];
    const { user } = open(() => ({ content: aMemory({ title: "Slow clocks" }), passages: [], blocks }));
    expect(await screen.findByRole("heading", { level: 3, name: "A beginning" })).toBeVisible();
    expect(screen.getByRole("heading", { level: 4, name: "Below" })).toHaveAttribute("data-leaf", "3");
    expect(screen.getAllByText("Slow clocks")).toHaveLength(1);
    const picture = screen.getByRole("img", { name: "Hands" });
    expect([picture.getAttribute("width"), picture.getAttribute("loading")]).toEqual(["640", "lazy"]);
    expect(screen.getByText("A tower")).toBeVisible();
    expect(screen.getByRole("link", { name: /See it at example.com/ })).toHaveAttribute("rel", REL);
    expect(screen.getByText("Python")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Footnote 1" }));
    const note = await screen.findByRole("dialog", { name: "Footnote 1" });
    expect(note).toHaveTextContent("Said elsewhere.");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog", { name: "Footnote 1" })).toBeNull());
    expect(screen.getByRole("button", { name: "Footnote 1" })).toHaveFocus();
    await user.click(screen.getByRole("link", { name: "Back to the text" }));
    expect(scrolled.at(-1)).toHaveTextContent("So it goes.");
  });

  it("has its recording above the text, and plays it from a time in the text", async () => {
    const video = aMemory({ type: "video", title: "Clocks" });
    const renderMedia = (_: Memory, { at, presses }: Start) => (
      <p>
        Player at {at}, {presses}
      </p>
    );
    const { user } = open(
      () => ({
        content: video,
        passages: [{ text: "So." }, { text: "Slowly.", second: 42 }, { text: "Then.", second: 42 }],
      }),
      { renderMedia },
    );
    expect(await screen.findByText("Player at 0, 0")).toBeVisible();
    await user.click(await screen.findByRole("button", { name: "Play from 0:42" }));
    expect(screen.getByText("Player at 42, 1")).toBeVisible();
  });

  it("shows its text when its recording fails", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    open(() => ({ content: PAPER, passages: PASSAGES }), { renderMedia: () => <Broken /> });
    expect(await screen.findByText("It can’t be shown here.")).toBeVisible();
    expect(await screen.findByText("It came back.")).toBeVisible();
  });

  it.each([
    ["#page-5", "Page 5"],
    ["#page-4", "Page 4"],
  ])("starts at the position in %s", async (hash, words) => {
    open(() => ({ content: PAPER, passages: PASSAGES }), { hash });
    await screen.findByText("It came back.");
    expect(scrolled.map((element) => element.textContent)).toEqual([words]);
  });
});

describe("what an answer quoted", () => {
  it("ASK-14 is marked in the text, the pressed one in view, and listed beside it", async () => {
    const { user } = open(() => ({ content: PAPER, passages: PASSAGES }), { cited: CITED });
    const rail = within(await screen.findByRole("complementary", { name: "Cited in “Why sleep?”" }));
    await screen.findByText("It came back.");
    expect(marks()).toEqual([
      ["Ten people slept.", "cited"],
      ["What was replayed remained.", "cited on"],
    ]);
    expect(scrolled.at(-1)).toHaveTextContent("What was replayed remained.");
    const [first, second] = rail.getAllByRole("button");
    expect(first).toHaveAttribute("aria-current", "true");
    expect(first).toHaveTextContent("page 5");
    await user.click(second as HTMLElement);
    expect(second).toHaveAttribute("aria-current", "true");
    expect(marks()).toEqual([
      ["Ten people slept.", "cited on"],
      ["What was replayed remained.", "cited"],
    ]);
    expect(scrolled.at(-1)).toHaveTextContent("Ten people slept.");
  });

  it("opens its page, and says so, when the text lacks the words", async () => {
    open(() => ({ content: PAPER, passages: PASSAGES }), { cited: { ...CITED, shown: 2 } });
    expect(await screen.findByText("These words are not in the text any more.")).toBeVisible();
    expect(scrolled.at(-1)).toHaveTextContent("Page 5");
  });
});

describe("a pending memory", () => {
  const pending = aMemory({ status: "pending", step: "fetching", title: "", link: "https://example.com/a" });

  it("shows the text of a page that was read during its first request", async () => {
    const ready: Memory = { ...pending, status: "ready", title: "Read at last" };
    const answers = [
      { content: pending, passages: [] },
      { content: ready, passages: [{ text: "All of it." }] },
    ];
    const { read } = open(() => answers[Math.min(read.mock.calls.length, 2) - 1] as Answer, { listed: ready });
    expect(await screen.findByText("All of it.")).toBeVisible();
    expect(read).toHaveBeenCalledTimes(2);
  });

  it("API-24 shows its step, and its text once it is there", async () => {
    const ready: Memory = { ...pending, status: "ready", title: "Read at last" };
    const answers: Answer[] = [
      { content: pending, passages: [{ text: pending.link }] },
      { content: ready, passages: [{ text: "Here it is." }] },
    ];
    const { become, read } = open(() => (answers.length > 1 ? answers.shift() : answers[0]) as Answer, {
      listed: pending,
    });
    expect(await screen.findByText("Fetching the page")).toBeVisible();
    await waitFor(() => expect(read).toHaveBeenCalledOnce());
    await waitFor(() => expect(document.querySelector(".captured")).not.toBeNull());
    become({ listed: { ...pending, step: "reading" } });
    expect(screen.getByText("Reading it")).toBeVisible();
    become({ listed: ready });
    expect(await screen.findByText("Here it is.")).toBeVisible();
    expect(screen.queryByText("Reading it")).toBeNull();
    expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Read at last");
  });

  it("shows what was read of a long document while the rest is being read", async () => {
    const begun: Memory = { ...PAPER, status: "pending", step: "reading", pages: 3000, pagesRead: 1000 };
    const answers: Answer[] = [
      { content: begun, passages: [{ text: "The first thousand." }] },
      { content: begun, passages: [{ text: "The first thousand." }, { text: "The second." }] },
    ];
    const { become } = open(() => (answers.length > 1 ? answers.shift() : answers[0]) as Answer, { listed: begun });
    expect(await screen.findByText("The first thousand.")).toBeVisible();
    expect(screen.getByText("Read to page 1,000 of 3,000, and going on")).toBeVisible();
    become({ listed: { ...begun, pagesRead: 2000 } });
    expect(await screen.findByText("The second.")).toBeVisible();
    expect(screen.getByText("Read to page 2,000 of 3,000, and going on")).toBeVisible();
  });

  it("is polled when the list does not have it", async () => {
    let reads = 0;
    open(() => {
      reads += 1;
      const content: Memory = reads < 2 ? pending : { ...pending, status: "ready", title: "Read" };
      return { content, passages: [{ text: `Reading ${reads}` }] };
    });
    expect(await screen.findByText("Fetching the page")).toBeVisible();
    expect(await screen.findByText("Reading 2")).toBeVisible();
  });
});

describe("a memory that can't be shown", () => {
  it("CARD-11 says why it was not read, keeps the focus, and tries again", async () => {
    const failed = aMemory({ status: "failed", error: "The page did not answer." });
    const { user, onRefresh } = open(() => ({ content: failed, passages: [{ text: failed.link }] }), {
      listed: failed,
    });
    expect(await screen.findByText("The page did not answer.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Retry" }));
    expect(onRefresh).toHaveBeenCalledExactlyOnceWith(failed);
    expect(screen.getByRole("heading", { level: 1 })).toHaveFocus();
  });

  it("that does not exist says so, with a link back", async () => {
    const { user, onClose } = open(() => HttpResponse.json({ message: "Not found" }, { status: 404 }));
    const gone = within(await dialog("This memory is not here any more."));
    expect(gone.getByRole("heading", { level: 1 })).toHaveFocus();
    await user.click(gone.getAllByRole("button", { name: "Back to your memories" })[1] as HTMLElement);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it("that is deleted elsewhere meanwhile says so", async () => {
    let there = true;
    const { become } = open(
      () =>
        there ? { content: PAPER, passages: PASSAGES } : HttpResponse.json({ message: "Not found" }, { status: 404 }),
      { listed: PAPER },
    );
    await screen.findByText("It came back.");
    there = false;
    become({ listed: undefined });
    expect(await dialog("This memory is not here any more.")).toBeVisible();
  });

  it("when the server does not respond says so, keeps what is known, and tries again", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    let up = false;
    const { user } = open(() => (up ? { content: PAPER, passages: PASSAGES } : HttpResponse.error()), {
      listed: PAPER,
    });
    expect(await screen.findByText("It could not be read just now.")).toBeVisible();
    expect(screen.getByRole("heading", { level: 1, name: "Sleep.pdf" })).toBeVisible();
    up = true;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByText("It came back.")).toBeVisible();
    await act(async () => {});
    expect(screen.queryByText("It could not be read just now.")).toBeNull();
  });
});

describe("a long memory", () => {
  const passages = Array.from({ length: 40 }, (_, index) => ({
    text: `Paragraph ${index}. ${"So it goes. ".repeat(9)}`,
  }));

  it("is gone on with where the server says that it was left, whatever the list knows", async () => {
    // A window of which the text is twice as high.
    const rect = vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
      return new DOMRect(0, 0, 800, this.matches(".reader") ? 500 : 1000);
    });
    const content = aMemory({ title: "Slow clocks", progress: 0.6, readTo: 24 });
    const listed = aMemory({ title: "Slow clocks" });
    const { user, become } = open(() => ({ content, passages }), { listed });
    await user.click(await screen.findByRole("button", { name: "Go on at 60%" }));
    expect(document.activeElement).toHaveTextContent("Paragraph 24.");
    become({ listed: { ...listed, progress: 0.2, readTo: 8 } });
    expect(screen.queryByRole("button", { name: /^Go on/ })).toBeNull();
    rect.mockRestore();
  });
});

it("a memory that changes while its text is being read has its text", async () => {
  const paper = { ...PAPER, _id: "1" };
  open(() => ({ content: paper, passages: PASSAGES }));
  act(() => tellChanged([{ ...paper, starred: true }]));
  expect(await screen.findByText("It came back.")).toBeVisible();
});
