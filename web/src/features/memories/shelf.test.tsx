import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import type { ReactNode, RefObject } from "react";
import { MemoryRouter } from "react-router";
import { Toaster } from "sonner";
import { SWRConfig } from "swr";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { clearToken, setToken } from "@/api/session";
import type { Memory } from "@/memory/kinds";
import { setVisibility } from "@/test/event-stream";
import { stubLayout } from "@/test/layout";
import { aMemory } from "@/test/memory";
import { server } from "@/test/server";
import { sendDeletions } from "./deletions";
import { LateShelf as Shelf } from "./late-shelf";
import type { ShelfHandle } from "./shelf";
import { PENDING_POLL } from "./shelf-data";
import { useDelete } from "./use-delete";
import { useRefresh } from "./use-refresh";
// Its code is there when a test begins.
import "./shelf";

const CONTENT = "/api/v1/content";

beforeEach(() => {
  stubLayout();
});
// Of one test none is left for the next.
afterEach(async () => {
  server.use(http.delete(CONTENT, () => HttpResponse.json({ message: "Deleted" })));
  await sendDeletions();
});

function Page({ onAdd, shelf }: { onAdd: () => void; shelf?: RefObject<ShelfHandle | null> }) {
  const { onDelete, undo } = useDelete();
  return (
    <>
      <button type="button" onClick={undo}>
        Take it back
      </button>
      <Shelf ref={shelf ?? null} onAdd={onAdd} onDelete={onDelete} onRefresh={useRefresh()} />
      <Toaster />
    </>
  );
}

function show(page: ReactNode) {
  return render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <MemoryRouter>{page}</MemoryRouter>
    </SWRConfig>,
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
  const { unmount } = show(<Page onAdd={onAdd} />);
  await waitFor(() => expect(screen.queryByRole("status", { name: /Loading/ })).toBeNull());
  return { state, onAdd, unmount, user: userEvent.setup() };
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
  it("HOME-22 shows the memories in the server's order, newest first", async () => {
    await shelfWith([aMemory({ title: "Newest" }), aMemory({ title: "Older" }), aMemory({ title: "Oldest" })]);
    expect(cards().map((card) => within(card).getByRole("heading").textContent)).toEqual(["Newest", "Older", "Oldest"]);
  });

  it("HOME-01 is under the anchor memories, with a skeleton until it has loaded", async () => {
    server.use(http.get(CONTENT, () => new Promise<never>(() => {})));
    show(<Shelf onAdd={() => {}} onDelete={() => {}} onRefresh={() => {}} />);
    expect(document.getElementById("memories")).toContainElement(screen.getByRole("status", { name: /Loading/ }));
  });

  it("ERR-22 logs a list that can't be read and shows only the first tile", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    server.use(http.get(CONTENT, () => HttpResponse.json({ message: "Broken" }, { status: 500 })));
    show(<Page onAdd={() => {}} />);
    expect(await screen.findByRole("button", { name: /Add to your second brain/ })).toBeVisible();
    expect(log).toHaveBeenCalledWith("reading memories failed", expect.anything());
    expect(screen.queryByText(/Broken/)).toBeNull();
    expect(screen.queryByText(/An empty shelf/)).toBeNull();
  });

  it("is polled while a memory is pending, and not afterwards", async () => {
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

describe("pages", () => {
  it("HOME-14 API-27 a first screen of each kind loads while the page is idle, and a tab then needs no call", async () => {
    const held = Array.from({ length: 200 }, (_, index) =>
      aMemory({ _id: String(9000 - index), title: `Page ${index}`, type: index < 100 ? "link" : "video" }),
    );
    const asked: string[] = [];
    server.use(
      http.get(CONTENT, ({ request }) => {
        const { search, searchParams } = new URL(request.url);
        asked.push(search);
        const [type, cursor] = [searchParams.get("type"), searchParams.get("cursor") ?? "~"];
        const fit = held.filter((memory) => memory._id < cursor && (!type || memory.type === type));
        const content = fit.slice(0, Number(searchParams.get("limit")));
        const counts = { link: 100, video: 100, tweet: 0, document: 0, note: 0 };
        return HttpResponse.json({ content, counts, change: "1", nextCursor: content.at(-1)?._id });
      }),
    );
    show(<Page onAdd={() => {}} />);
    await waitFor(() => expect(asked).toEqual(["?limit=60", "?limit=60&cursor=8941&type=video"]));
    expect(tab(/^All Memories/)).toHaveTextContent("200");
    await userEvent.click(tab(/^Videos/));
    expect(await screen.findByRole("article", { name: "Page 100" })).toBeVisible();
    expect(screen.getByRole("article", { name: "Page 100" }).closest("li")).toHaveAttribute("aria-setsize", "101");
    expect(asked).toHaveLength(2);
  });
});

describe("HOME-16 UI-09 a window that changes its width", () => {
  const resizeTo = (width: number) =>
    act(() => {
      vi.stubGlobal("innerWidth", width);
      window.dispatchEvent(new Event("resize"));
    });
  const scrollTo = (y: number) =>
    act(async () => {
      vi.stubGlobal("scrollY", y);
      window.dispatchEvent(new Event("scroll"));
      await new Promise((resolve) => setTimeout(resolve, 250));
    });
  afterEach(() => {
    vi.stubGlobal("innerWidth", 1024);
    vi.stubGlobal("scrollY", 0);
  });

  it.each([
    ["at the top", 0, 390],
    ["further down, to one column", 4000, 390],
    ["further down, to five", 4000, 1920],
  ])("lays its cards out anew, %s, and none of them begins anew", async (_, y, width) => {
    resizeTo(1024);
    await shelfWith(Array.from({ length: 200 }, (_, index) => aMemory({ _id: `m${999 - index}` })));
    await scrollTo(y);
    const cells = [...document.querySelectorAll<HTMLElement>(".cards > li")];
    const before = cards();
    const place = cells.at(-1)?.style.width;
    resizeTo(width);
    expect(before.filter((card) => !card.isConnected)).toEqual([]);
    expect(cells.at(-1)?.style.width).not.toBe(place);
  });

  it("removes cards out of sight once they have their positions, but none that may be playing", async () => {
    resizeTo(1024);
    const film = { type: "video", link: "https://youtu.be/x" } as const;
    await shelfWith(
      Array.from({ length: 200 }, (_, index) => aMemory({ _id: `m${999 - index}`, ...(index === 40 && film) })),
    );
    await scrollTo(4000);
    const playing = document.querySelector('[data-memory="m959"]');
    playing?.append(document.createElement("video"));
    const before = cards();
    resizeTo(390);
    await act(() => new Promise((resolve) => setTimeout(resolve, 1200)));
    await scrollTo(0);
    expect(playing).toBeInTheDocument();
    expect(before.filter((card) => card.isConnected).length).toBeLessThan(before.length);
  });
});

describe("tabs", () => {
  it("HOME-10 HOME-14 filter what is loaded, without a call", async () => {
    const { state, user } = await shelfWith(FIVE());
    const calls = state.calls;
    document.documentElement.removeAttribute("data-compact");
    await user.click(tab(/^Videos/));
    expect(cards()).toHaveLength(1);
    // The welcome over the tabs makes room.
    expect(document.documentElement).toHaveAttribute("data-compact");
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

  it("HOME-11 fold behind a button, and fold again when one is chosen", async () => {
    const { user } = await shelfWith(FIVE());
    const toggle = screen.getByRole("button", { name: /All Memories/ });
    expect(toggle).toHaveAttribute("aria-expanded", "false");
    await user.click(toggle);
    expect(toggle).toHaveAttribute("aria-expanded", "true");
    await user.click(tab(/^Notes/));
    expect(toggle).toHaveAttribute("aria-expanded", "false");
    expect(toggle).toHaveFocus();
  });

  it("are one stop for the Tab key, and the arrows move among them", async () => {
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

  it("U-11 stay when a memory only changes", async () => {
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
  it("HOME-18 HOME-19 opens the panel to add", async () => {
    const { user, onAdd } = await shelfWith(FIVE());
    const [first] = within(screen.getByRole("tabpanel")).getAllByRole("listitem");
    const tile = within(first as HTMLElement).getByRole("button");
    expect(tile).toHaveClass("card-new");
    expect(tile).toHaveTextContent("Add to your second brain.Add a link, a note, a document,tweet, etc.");
    await user.click(tile);
    // No type: the panel's own default holds.
    expect(onAdd.mock.calls).toEqual([[]]);
  });

  it("HOME-18 HOME-19 is the first of the grid, with three examples while it is empty", async () => {
    const { user, onAdd } = await shelfWith([]);
    expect(await screen.findByRole("heading", { name: "An empty shelf, for once." })).toBeVisible();
    const tiles = within(screen.getByRole("tabpanel")).getAllByRole("listitem");
    expect(tiles).toHaveLength(4);
    const tile = within(tiles[0] as HTMLElement).getByRole("button");
    expect(tile).toHaveTextContent("Add to your second brain.Add a link, a note, a document,tweet, etc.");
    expect(tile).toHaveClass("card-new");
    await user.click(tile);
    expect(onAdd.mock.calls).toEqual([[]]);
    await user.click(screen.getByRole("button", { name: /Three things I want to remember/ }));
    expect(onAdd).toHaveBeenLastCalledWith("note");
    await user.click(screen.getByRole("button", { name: /The paper you meant/ }));
    expect(onAdd).toHaveBeenLastCalledWith("document");
    await user.click(screen.getByRole("button", { name: /The article you keep/ }));
    expect(onAdd).toHaveBeenLastCalledWith("link");
  });
});

describe("the keys among the cards", () => {
  const card = (title: string) => screen.getByRole("heading", { name: title }).closest("article");

  it.each(["j", "k", "{ArrowDown}", "{ArrowRight}"])(
    "%s goes to the first card while nothing has the focus",
    async (key) => {
      const { user } = await shelfWith(FIVE());
      await user.keyboard(key);
      await waitFor(() => expect(card("A page")).toHaveFocus());
    },
  );

  it("continue from the card that had the focus, wherever it moved", async () => {
    const { user } = await shelfWith(FIVE());
    await user.keyboard("j{ArrowRight}");
    await waitFor(() => expect(card("A film")).toHaveFocus());
    screen.getByRole("button", { name: "Take it back" }).focus();
    await user.keyboard("{ArrowLeft}");
    await waitFor(() => expect(card("A page")).toHaveFocus());
  });

  it("are left to text fields, to the tabs and to dialogs", async () => {
    const { user } = await shelfWith(FIVE());
    const field = document.body.appendChild(document.createElement("textarea"));
    field.focus();
    await user.keyboard("j{ArrowDown}");
    expect(field).toHaveFocus();
    field.remove();
    tab(/^All Memories/).focus();
    await user.keyboard("{ArrowRight}");
    expect(tab(/^Web Pages/)).toHaveFocus();
    tab(/^Web Pages/).blur();
    const over = document.body.appendChild(document.createElement("div"));
    over.role = "dialog";
    over.dataset.asPage = "";
    await user.keyboard("j");
    over.remove();
    await user.keyboard("{Control>}k{/Control}{Shift>}{ArrowDown}{/Shift}");
    expect(document.body).toHaveFocus();
  });
});

describe("deleting", () => {
  /** What was sent to be deleted, and the way to answer: with success unless told otherwise. */
  function deletions(answer: () => Response = () => HttpResponse.json({ message: "Deleted" })) {
    const sent: unknown[] = [];
    server.use(
      http.delete(CONTENT, async ({ request }) => {
        sent.push(await request.json());
        return answer();
      }),
    );
    return sent;
  }
  const film = () => screen.queryByRole("heading", { name: "A film" });
  const toastGone = () => waitFor(() => expect(screen.queryByText("Deleted Memory")).toBeNull());

  it("HOME-07 HOME-20 HOME-21 removes the card at once, shows a toast for two seconds, then sends the request", async () => {
    const sent = deletions();
    const memories = FIVE();
    await shelfWith(memories);
    expect(screen.getAllByRole("button", { name: /^Delete / })).toHaveLength(5);
    vi.useFakeTimers();
    try {
      fireEvent.click(screen.getByRole("button", { name: "Delete A film" }));
      expect(film()).toBeNull();
      expect(tab(/^All Memories/)).toHaveTextContent("All Memories4");
      // No time passes while it waits for the toast.
      await act(() => vi.waitFor(() => screen.getByText("Deleted Memory"), { interval: 0, timeout: 60_000 }));
      const toast = screen.getByText("Deleted Memory").closest("li");
      await act(() => vi.advanceTimersByTimeAsync(1999));
      expect(toast).toHaveAttribute("data-removed", "false");
      expect(sent).toEqual([]);
      await act(() => vi.advanceTimersByTimeAsync(1));
      expect(toast).toHaveAttribute("data-removed", "true");
    } finally {
      vi.useRealTimers();
    }
    await waitFor(() => expect(sent).toEqual([{ contentId: memories[1]?._id }]));
    expect(film()).toBeNull();
  });

  it.each([
    // A pointer would be captured, which jsdom can't.
    ["its toast", () => fireEvent.click(screen.getByRole("button", { name: "Undo" }))],
    ["the page's own undo", () => fireEvent.click(screen.getByRole("button", { name: "Take it back" }))],
  ])("is taken back by %s: the card is where it was, has the focus, and nothing is sent", async (_, takeBack) => {
    const sent = deletions();
    const { user } = await shelfWith(FIVE());
    await user.click(screen.getByRole("button", { name: "Delete A film" }));
    await screen.findByText("Deleted Memory");
    takeBack();
    await waitFor(() => expect(screen.getByRole("article", { name: "A film" })).toHaveFocus());
    expect(cards()[1]).toBe(screen.getByRole("article", { name: "A film" }));
    await toastGone();
    expect(sent).toEqual([]);
  });

  it("several cards is undone one by one, the last one first", async () => {
    const sent = deletions();
    const memories = FIVE();
    await shelfWith(memories);
    // By a key: two presses of the pointer so soon after each other count as one.
    fireEvent.click(screen.getByRole("button", { name: "Delete A page" }));
    fireEvent.click(screen.getByRole("button", { name: "Delete A film" }));
    expect(cards()).toHaveLength(3);
    fireEvent.click(screen.getByRole("button", { name: "Take it back" }));
    await waitFor(() => expect(film()).toBeVisible());
    expect(screen.queryByRole("heading", { name: "A page" })).toBeNull();
    await act(sendDeletions);
    expect(sent).toEqual([{ contentId: memories[0]?._id }]);
    fireEvent.click(screen.getByRole("button", { name: "Take it back" }));
    expect(cards()).toHaveLength(4);
  });

  it.each([
    ["when the page is hidden", () => setVisibility("hidden")],
    ["when the page is left", () => window.dispatchEvent(new Event("pagehide"))],
    ["before somebody signs out", () => void sendDeletions()],
  ])("is sent at once %s", async (_, go) => {
    const sent = deletions();
    const memories = FIVE();
    const { user } = await shelfWith(memories);
    await user.click(screen.getByRole("button", { name: "Delete A film" }));
    await screen.findByText("Deleted Memory");
    act(go);
    await waitFor(() => expect(sent).toEqual([{ contentId: memories[1]?._id }]));
    await toastGone();
    expect(sent).toHaveLength(1);
  });

  it.each([
    ["is hidden", () => setVisibility("hidden")],
    ["is left", () => window.dispatchEvent(new Event("pagehide"))],
  ])("is sent when the page %s, though the reader has gone on to another one of the app", async (_, go) => {
    const sent = deletions();
    const { user, unmount } = await shelfWith(FIVE());
    await user.click(screen.getByRole("button", { name: "Delete A film" }));
    await screen.findByText("Deleted Memory");
    unmount();
    expect(sent).toEqual([]);
    go();
    await waitFor(() => expect(sent).toHaveLength(1));
  });

  it("is not sent if the session has ended meanwhile, and the card is back", async () => {
    const sent = deletions();
    setToken("first");
    server.use(http.get("/api/v1/events", () => new Promise<never>(() => {})));
    const { user } = await shelfWith(FIVE());
    await user.click(screen.getByRole("button", { name: "Delete A film" }));
    expect(film()).toBeNull();
    act(clearToken);
    await act(sendDeletions);
    expect(film()).toBeVisible();
    expect(sent).toEqual([]);
  });

  it("again after an undo has its own toast and undo", async () => {
    const sent = deletions();
    await shelfWith(FIVE());
    const remove = () => fireEvent.click(screen.getByRole("button", { name: "Delete A film" }));
    const takeBack = () => fireEvent.click(screen.getByRole("button", { name: "Take it back" }));
    remove();
    takeBack();
    remove();
    expect(await screen.findByText("Deleted Memory")).toBeVisible();
    takeBack();
    remove();
    await waitFor(() => expect(screen.getAllByText("Deleted Memory")).toHaveLength(1));
    expect(sent).toEqual([]);
    takeBack();
    expect(film()).toBeVisible();
    expect(sent).toEqual([]);
  });

  it("ERR-26 that fails restores the card, and is only logged", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    deletions(() => HttpResponse.json({ message: "Broken" }, { status: 500 }));
    const { user } = await shelfWith(FIVE());
    await user.click(screen.getByRole("button", { name: "Delete A film" }));
    expect(film()).toBeNull();
    await act(sendDeletions);
    expect(film()).toBeVisible();
    expect(log).toHaveBeenCalledWith("deleting a memory failed", expect.anything());
    expect(screen.queryByText("Broken")).toBeNull();
  });

  it("a memory that was deleted elsewhere meanwhile succeeds", async () => {
    deletions(() => HttpResponse.json({ message: "Not found" }, { status: 404 }));
    const { user } = await shelfWith(FIVE());
    await user.click(screen.getByRole("button", { name: "Delete A film" }));
    await act(sendDeletions);
    expect(film()).toBeNull();
    expect(cards()).toHaveLength(4);
  });

  it("is not reverted by an older response of the list", async () => {
    deletions();
    const { state, user } = await shelfWith(FIVE());
    await user.click(screen.getByRole("button", { name: "Delete A film" }));
    await screen.findByText("Deleted Memory");
    const calls = state.calls;
    act(() => {
      window.dispatchEvent(new Event("online"));
    });
    await waitFor(() => expect(state.calls).toBeGreaterThanOrEqual(calls));
    expect(film()).toBeNull();
    await act(sendDeletions);
    expect(film()).toBeNull();
  });

  it("ignores a second press on the same spot, where another card moved to", async () => {
    server.use(http.delete(CONTENT, () => HttpResponse.json({ message: "Deleted" })));
    await shelfWith(FIVE());
    const now = vi.spyOn(performance, "now").mockReturnValue(10_000);
    const press = (title: string, by: number) =>
      fireEvent.click(screen.getByRole("button", { name: `Delete ${title}` }), { detail: by });
    press("A film", 1);
    now.mockReturnValue(10_180);
    press("A tweet", 1);
    fireEvent.click(screen.getByRole("link", { name: "A page" }), { detail: 1 });
    expect(cards()).toHaveLength(4);
    expect(window.location.pathname).toBe("/");
    // The keyboard means the card that has the focus.
    press("A tweet", 0);
    expect(cards()).toHaveLength(3);
    now.mockReturnValue(11_000);
    press("A page", 1);
    expect(cards()).toHaveLength(2);
  });

  it.each([
    [false, 1],
    [true, 0],
  ])("moves the cards to their new places, unless motion is unwanted (%s)", async (still, moves) => {
    vi.stubGlobal("matchMedia", () => ({ matches: still, addEventListener() {}, removeEventListener() {} }));
    // Each card stands where it is in the document.
    vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
      return new DOMRect(0, [...(this.parentElement?.children ?? [])].indexOf(this) * 100, 100, 100);
    });
    const animate = vi.fn();
    HTMLLIElement.prototype.animate = animate;
    const { user } = await shelfWith(FIVE().slice(0, 3));
    await user.click(screen.getByRole("button", { name: "Delete A film" }));
    await waitFor(() => expect(cards()).toHaveLength(2));
    expect(animate).toHaveBeenCalledTimes(moves);
    if (moves) expect(animate.mock.calls[0]?.[0]).toEqual({ translate: ["0px 100px", "0px 0px"] });
  });

  it("moves the focus to the first tile when the last card goes", async () => {
    server.use(http.delete(CONTENT, () => HttpResponse.json({ message: "Deleted" })));
    const { user } = await shelfWith([aMemory({ title: "The only one" })]);
    screen.getByRole("button", { name: "Delete The only one" }).focus();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(screen.getByRole("button", { name: /^Add to your second brain/ })).toHaveFocus());
  });

  it("moves the focus to the next card", async () => {
    server.use(http.delete(CONTENT, () => HttpResponse.json({ message: "Deleted" })));
    const { user } = await shelfWith(FIVE());
    screen.getByRole("button", { name: "Delete A film" }).focus();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(screen.getByRole("button", { name: "Delete A tweet" })).toHaveFocus());
  });
});

describe("fetching again", () => {
  const REFRESH = "/api/v1/content/:id/refresh";

  it("API-28 CARD-11 updates the card at once, sends the request, and follows the capture", async () => {
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
