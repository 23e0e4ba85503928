import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { MemoryRouter } from "react-router";
import { Toaster, toast } from "sonner";
import { SWRConfig } from "swr";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { stubLayout } from "@/test/layout";
import { aMemory } from "@/test/memory";
import { server } from "@/test/server";
import { PENDING_POLL, useListFeed, useSought } from "./api";
import type { Memory } from "./model";
import { Shelf } from "./shelf";
import { useDelete } from "./use-delete";
import { useRefresh } from "./use-refresh";

const CONTENT = "/api/v1/content";

beforeEach(() => {
  stubLayout();
  toast.dismiss();
});

function Page({ onAdd }: { onAdd: () => void }) {
  const { seek } = useSought();
  const { reread } = useListFeed();
  return (
    <>
      <button type="button" onClick={() => seek("sought")}>
        Seek
      </button>
      <button type="button" onClick={() => void reread()}>
        Reread
      </button>
      <Shelf onAdd={onAdd} onDelete={useDelete().onDelete} onRefresh={useRefresh()} />
      <Toaster />
    </>
  );
}

/** The shelf of a server that holds these memories; `calls` are the reads of the list so far. */
async function shelfWith(initial: readonly Memory[]) {
  const state = { memories: initial, calls: 0 };
  server.use(
    http.get(CONTENT, () => {
      state.calls += 1;
      return HttpResponse.json({ content: state.memories });
    }),
  );
  const onAdd = vi.fn();
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <MemoryRouter>
        <Page onAdd={onAdd} />
      </MemoryRouter>
    </SWRConfig>,
  );
  await waitFor(() => expect(screen.queryByRole("status", { name: /Loading/ })).toBeNull());
  return { state, onAdd, user: userEvent.setup() };
}

const cards = () => screen.queryAllByRole("article");
const tab = (name: string | RegExp) => screen.getByRole("tab", { name });

const FIVE = () => [
  aMemory({ type: "link", title: "A page" }),
  aMemory({ type: "video", title: "A film", link: "https://youtu.be/x" }),
  aMemory({ type: "tweet", title: "A tweet", link: "https://x.com/someone/status/1" }),
  aMemory({ type: "document", title: "Paper.pdf", link: "/api/files/1?signature=x" }),
  aMemory({ type: "note", title: "", description: "Buy bread", link: "" }),
];

describe("the list", () => {
  it("HOME-22 shows the memories in the order of the server, newest first", async () => {
    await shelfWith([aMemory({ title: "Newest" }), aMemory({ title: "Older" }), aMemory({ title: "Oldest" })]);
    expect(cards().map((card) => within(card).getByRole("heading").textContent)).toEqual(["Newest", "Older", "Oldest"]);
  });

  it("HOME-01 stands under the anchor memories, with a skeleton until it is known", async () => {
    server.use(http.get(CONTENT, () => new Promise<never>(() => {})));
    render(
      <SWRConfig value={{ provider: () => new Map() }}>
        <Shelf onAdd={() => {}} onDelete={() => {}} onRefresh={() => {}} />
      </SWRConfig>,
    );
    expect(document.getElementById("memories")).toContainElement(screen.getByRole("status", { name: /Loading/ }));
  });

  it("ERR-22 logs a list that can't be read and shows nothing but the first tile", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    server.use(http.get(CONTENT, () => HttpResponse.json({ message: "Broken" }, { status: 500 })));
    render(
      <SWRConfig value={{ provider: () => new Map() }}>
        <Page onAdd={() => {}} />
      </SWRConfig>,
    );
    expect(await screen.findByRole("button", { name: /Add to your second brain/ })).toBeVisible();
    expect(log).toHaveBeenCalledWith("reading memories failed", expect.anything());
    expect(screen.queryByText(/Broken/)).toBeNull();
    expect(screen.queryByText(/An empty shelf/)).toBeNull();
  });

  it("is read again while a memory is on its way, and then no more", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
    try {
      const pending = aMemory({ status: "pending", title: "" });
      const { state } = await shelfWith([pending]);
      expect(screen.getByText("Waiting for its turn")).toBeVisible();
      state.memories = [{ ...pending, status: "ready", title: "Read at last" }];
      await act(() => vi.advanceTimersByTimeAsync(PENDING_POLL + 2000));
      expect(await screen.findByText("Read at last")).toBeVisible();
      const calls = state.calls;
      await act(() => vi.advanceTimersByTimeAsync(PENDING_POLL * 4));
      expect(state.calls).toBe(calls);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("tabs", () => {
  it("HOME-10 HOME-14 filter what is loaded, without a call", async () => {
    const { state, user } = await shelfWith(FIVE());
    const calls = state.calls;
    await user.click(tab(/^Videos/));
    expect(cards()).toHaveLength(1);
    expect(screen.getByRole("heading", { name: "A film" })).toBeVisible();
    await user.click(tab(/^All Memories/));
    expect(cards()).toHaveLength(5);
    expect(state.calls).toBe(calls);
  });

  it("HOME-13 Spaces shows an empty grid and its text", async () => {
    const { user } = await shelfWith(FIVE());
    await user.click(tab("Spaces"));
    expect(screen.getByText("Spaces coming soon...")).toBeVisible();
    expect(cards()).toHaveLength(0);
    await user.tab();
    expect(screen.getByRole("tabpanel")).toHaveFocus();
  });

  it("HOME-11 fold behind a button that closes when one is chosen", async () => {
    const { user } = await shelfWith(FIVE());
    const toggle = screen.getByRole("button", { name: /All Memories/ });
    expect(toggle).toHaveAttribute("aria-expanded", "false");
    await user.click(toggle);
    expect(toggle).toHaveAttribute("aria-expanded", "true");
    await user.click(tab(/^Notes/));
    expect(toggle).toHaveAttribute("aria-expanded", "false");
    expect(toggle).toHaveFocus();
  });

  it("are one stop for the Tab key, and the arrows go round", async () => {
    const { user } = await shelfWith(FIVE());
    tab(/^All Memories/).focus();
    await user.keyboard("{ArrowLeft}");
    expect(tab("Spaces")).toHaveFocus();
    expect(tab("Spaces")).toHaveAttribute("aria-selected", "true");
    expect(screen.getAllByRole("tab").filter((each) => each.tabIndex === 0)).toHaveLength(1);
    await user.keyboard("{Home}");
    expect(tab(/^All Memories/)).toHaveFocus();
  });

  it("HOME-15 U-11 fall back to All Memories when a memory is removed", async () => {
    server.use(http.delete(CONTENT, () => HttpResponse.json({ message: "Deleted" })));
    const { user } = await shelfWith(FIVE());
    await user.click(tab(/^Videos/));
    await user.click(screen.getByRole("button", { name: "Delete A film" }));
    await waitFor(() => expect(tab(/^All Memories/)).toHaveAttribute("aria-selected", "true"));
  });

  it("U-11 stay where they are when a memory only changes", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
    try {
      const pending = aMemory({ status: "pending" });
      const { state } = await shelfWith([pending]);
      await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).click(tab(/^Web Pages/));
      state.memories = [{ ...pending, status: "ready", title: "Read at last" }];
      await act(() => vi.advanceTimersByTimeAsync(PENDING_POLL + 2000));
      expect(await screen.findByText("Read at last")).toBeVisible();
      expect(tab(/^Web Pages/)).toHaveAttribute("aria-selected", "true");
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("the first tile", () => {
  it("HOME-18 HOME-19 invites to add, and asks for the panel", async () => {
    const { user, onAdd } = await shelfWith(FIVE());
    const [first] = within(screen.getByRole("tabpanel")).getAllByRole("listitem");
    const tile = within(first as HTMLElement).getByRole("button");
    expect(tile).toHaveTextContent("Add to your second brain.Add a link, a note, a document,tweet, etc.");
    await user.click(tile);
    expect(onAdd).toHaveBeenCalledOnce();
  });

  it("gives way to an invitation with three examples while nothing is there", async () => {
    const { user, onAdd } = await shelfWith([]);
    expect(screen.getByRole("heading", { name: "An empty shelf, for once." })).toBeVisible();
    await user.click(screen.getByRole("button", { name: /Three things I want to remember/ }));
    expect(onAdd).toHaveBeenLastCalledWith("note");
    await user.click(screen.getByRole("button", { name: /The paper you meant/ }));
    expect(onAdd).toHaveBeenLastCalledWith("document");
    await user.click(screen.getByRole("button", { name: /The article you keep/ }));
    expect(onAdd).toHaveBeenLastCalledWith("link");
  });
});

describe("deleting", () => {
  it("HOME-07 HOME-20 HOME-21 removes the card at once, sends its id and tells for two seconds", async () => {
    const sent: unknown[] = [];
    let answer: (response: Response) => void = () => {};
    server.use(
      http.delete(CONTENT, async ({ request }) => {
        sent.push(await request.json());
        return new Promise<Response>((resolve) => {
          answer = resolve;
        });
      }),
    );
    const memories = FIVE();
    const { user } = await shelfWith(memories);
    expect(screen.getAllByRole("button", { name: /^Delete / })).toHaveLength(5);

    await user.click(screen.getByRole("button", { name: "Delete A film" }));
    expect(screen.queryByRole("heading", { name: "A film" })).toBeNull();
    await waitFor(() => expect(sent).toEqual([{ contentId: memories[1]?._id }]));
    expect(screen.queryByText("Deleted Memory")).toBeNull();

    vi.useFakeTimers({ shouldAdvanceTime: true });
    try {
      answer(HttpResponse.json({ message: "Deleted" }));
      const toast = await screen.findByText("Deleted Memory");
      await act(() => vi.advanceTimersByTimeAsync(1500));
      expect(toast).toBeInTheDocument();
      await act(() => vi.advanceTimersByTimeAsync(1000));
      expect(screen.queryByText("Deleted Memory")).toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });

  it("ERR-26 brings the card back when it fails, and only logs", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    server.use(http.delete(CONTENT, () => HttpResponse.json({ message: "Broken" }, { status: 500 })));
    const { user } = await shelfWith(FIVE());
    await user.click(screen.getByRole("button", { name: "Delete A film" }));
    expect(await screen.findByRole("heading", { name: "A film" })).toBeVisible();
    expect(log).toHaveBeenCalledWith("deleting a memory failed", expect.anything());
    expect(screen.queryByText("Deleted Memory")).toBeNull();
    expect(screen.queryByText("Broken")).toBeNull();
  });

  it("is not undone by an older answer of the list", async () => {
    server.use(http.delete(CONTENT, () => HttpResponse.json({ message: "Deleted" })));
    const { state, user } = await shelfWith(FIVE());
    await user.click(screen.getByRole("button", { name: "Delete A film" }));
    await screen.findByText("Deleted Memory");
    const calls = state.calls;
    act(() => {
      window.dispatchEvent(new Event("online"));
    });
    await waitFor(() => expect(state.calls).toBeGreaterThanOrEqual(calls));
    expect(screen.queryByRole("heading", { name: "A film" })).toBeNull();
  });

  it("hands the focus to the invitation when the last card goes", async () => {
    server.use(http.delete(CONTENT, () => HttpResponse.json({ message: "Deleted" })));
    const { user } = await shelfWith([aMemory({ title: "The only one" })]);
    screen.getByRole("button", { name: "Delete The only one" }).focus();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(screen.getByRole("button", { name: "Add to your second brain." })).toHaveFocus());
  });

  it("hands the focus to the card that stood next", async () => {
    server.use(http.delete(CONTENT, () => HttpResponse.json({ message: "Deleted" })));
    const { user } = await shelfWith(FIVE());
    screen.getByRole("button", { name: "Delete A film" }).focus();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(screen.getByRole("button", { name: "Delete A tweet" })).toHaveFocus());
  });
});

describe("fetching again", () => {
  const REFRESH = "/api/v1/content/:id/refresh";

  it("API-28 CARD-11 turns the card at once, sends its id, and follows what becomes of it", async () => {
    const asked: unknown[] = [];
    server.use(
      http.post(REFRESH, ({ params }) => {
        asked.push(params.id);
        return HttpResponse.json({ message: "Fetching it again", content: {} });
      }),
    );
    const failed = aMemory({ title: "Ledger", status: "failed", error: "The page did not answer." });
    const { state, user } = await shelfWith([failed]);
    state.memories = [{ ...failed, status: "ready", error: "", description: "Read at last" }];
    await user.click(screen.getByRole("button", { name: "Retry" }));
    expect(screen.getByText("Waiting for its turn")).toBeVisible();
    expect(screen.queryByText("Not read")).toBeNull();
    expect(screen.getByRole("article")).toHaveFocus();
    await waitFor(() => expect(asked).toEqual([failed._id]));
    expect(await screen.findByText("Read at last")).toBeVisible();
  });

  it.each([
    ["the server's words", HttpResponse.json({ message: "Too many at once" }, { status: 429 }), "Too many at once"],
    ["words of its own without an answer", HttpResponse.error(), "Please try again later."],
  ])("puts the card back when it can't be asked for, with %s", async (_, answer, words) => {
    let refuse: (() => void) | undefined;
    server.use(
      http.post(
        REFRESH,
        () =>
          new Promise<Response>((resolve) => {
            refuse = () => resolve(answer);
          }),
      ),
    );
    const { user } = await shelfWith([
      aMemory({ title: "Ledger", status: "failed", error: "The page did not answer." }),
    ]);
    await user.click(screen.getByRole("button", { name: "Retry" }));
    expect(screen.getByText("Waiting for its turn")).toBeVisible();
    await waitFor(() => expect(refuse).toBeDefined());
    refuse?.();
    expect(await screen.findByText("The page did not answer.")).toBeVisible();
    expect(screen.getByRole("button", { name: "Retry" })).toBeVisible();
    expect(await screen.findByText("It could not be fetched again")).toBeVisible();
    expect(screen.getByText(words)).toBeVisible();
  });
});

describe("a memory that is sought", () => {
  const sought = aMemory({ _id: "sought", title: "Slow clocks" });
  const card = () => screen.getByRole("article", { name: "Slow clocks" });
  const seek = () => screen.getByRole("button", { name: "Seek" });

  it("is led to from any tab: in view, in focus, and marked while it is", async () => {
    const scrolled = vi.spyOn(Element.prototype, "scrollIntoView");
    const { user } = await shelfWith([...FIVE(), sought]);
    await user.click(tab(/^Videos/));
    await user.click(seek());
    await waitFor(() => expect(card()).toHaveFocus());
    expect(tab(/^All Memories/)).toHaveAttribute("aria-selected", "true");
    expect(scrolled.mock.contexts).toEqual([card()]);
    expect(card()).toHaveAttribute("data-sought");
    await user.tab();
    expect(card()).not.toHaveAttribute("data-sought");
    // Whoever goes on is not led back.
    await user.click(tab(/^Videos/));
    await user.click(tab(/^All Memories/));
    expect(card()).not.toHaveFocus();
    await user.click(seek());
    await waitFor(() => expect(card()).toHaveFocus());
  });

  it("is drawn, however far below it stands", async () => {
    const many = Array.from({ length: 150 }, (_, index) => aMemory({ title: `Page number ${index}` }));
    const { user } = await shelfWith([...many, sought]);
    expect(screen.queryByRole("article", { name: "Slow clocks" })).toBeNull();
    await user.click(seek());
    await waitFor(() => expect(card()).toHaveFocus());
  });

  it("that is not there changes nothing, now or when it comes", async () => {
    const { state, user } = await shelfWith(FIVE());
    await user.click(tab(/^Videos/));
    await user.click(seek());
    expect(tab(/^Videos/)).toHaveAttribute("aria-selected", "true");
    expect(seek()).toHaveFocus();
    state.memories = [sought, ...state.memories];
    await user.click(screen.getByRole("button", { name: "Reread" }));
    expect(await screen.findByRole("article", { name: "Slow clocks" })).toBeVisible();
    expect(card()).not.toHaveFocus();
    expect(card()).not.toHaveAttribute("data-sought");
  });
});
