import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { delay, HttpResponse, http } from "msw";
import { createMemoryRouter, RouterProvider } from "react-router";
import { SWRConfig } from "swr";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { stubLayout } from "@/test/layout";
import { aMemory } from "@/test/memory";
import { server } from "@/test/server";
import { Toasts } from "@/ui/toasts";
import { Conversations, OneConversation } from ".";
import { type Conversation, foundText, type Listed, turnsText, whenText } from "./model";

const ALL = "/api/v1/conversations";
const AT = "2026-11-20T08:12:00Z";

beforeEach(stubLayout);

function listed(count: number, part: Partial<Listed> = {}): Listed[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `c-${index}`,
    title: `Question ${index}?`,
    turns: 1,
    createdAt: AT,
    updatedAt: AT,
    excerpt: `Answer ${index}`,
    ...part,
  }));
}

/** Stubs a server that has these conversations, in pages. */
function open(conversations: (Listed & Pick<Conversation, "about">)[], at = "/conversations") {
  let kept = conversations;
  const asked: string[] = [];
  server.use(
    http.get(ALL, ({ request }) => {
      const { searchParams } = new URL(request.url);
      asked.push(searchParams.toString());
      const from = Number(searchParams.get("cursor") ?? 0);
      const limit = Number(searchParams.get("limit"));
      const all = kept.filter(({ title }) => title.includes(searchParams.get("query") ?? ""));
      const more = all.length > from + limit;
      return HttpResponse.json({
        conversations: all.slice(from, from + limit),
        ...(more && { nextCursor: String(from + limit) }),
      });
    }),
    http.delete(ALL, () => {
      kept = [];
      return HttpResponse.json({ message: "Deleted" });
    }),
    http.get(`${ALL}/:id`, ({ params }) => {
      const one = kept.find(({ id }) => id === params.id);
      return one
        ? HttpResponse.json({ ...one, turns: [] })
        : HttpResponse.json({ message: "There is no such conversation" }, { status: 404 });
    }),
    http.delete(`${ALL}/:id`, ({ params }) => {
      kept = kept.filter(({ id }) => id !== params.id);
      return HttpResponse.json({ message: "Deleted" });
    }),
  );
  const router = createMemoryRouter(
    [
      { path: "/conversations", element: <Conversations homePath="/home" pathOf={(id) => `/conversations/${id}`} /> },
      {
        path: "/conversations/:id",
        element: (
          <OneConversation
            id="c-1"
            listPath="/conversations"
            pathOf={(id) => `/memory/${id}`}
            renderTurns={({ title }) => <p>Turns of {title}</p>}
            onGone={() => void router.navigate("/conversations")}
          />
        ),
      },
    ],
    { initialEntries: [at] },
  );
  render(
    <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0, errorRetryCount: 0 }}>
      <RouterProvider router={router} />
      <Toasts theme="dark" />
    </SWRConfig>,
  );
  const where = () => router.state.location.pathname + router.state.location.search;
  return { asked, where, router, user: userEvent.setup(), left: () => kept.length };
}

const rows = () => within(screen.getByRole("list", { name: "Conversations" })).getAllByRole("listitem");
const search = () => screen.getByRole("searchbox", { name: "Search your conversations" });

describe("the list", () => {
  it("links to each conversation, and loads page by page", async () => {
    const { user } = open(listed(120));
    expect(await screen.findByRole("link", { name: "Question 0?" })).toHaveAttribute("href", "/conversations/c-0");
    expect(rows()).toHaveLength(50);
    await user.click(screen.getByRole("button", { name: "Show more" }));
    await waitFor(() => expect(rows()).toHaveLength(100));
    await user.click(screen.getByRole("button", { name: "Show more" }));
    await waitFor(() => expect(rows()).toHaveLength(120));
    expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
  });

  it("is searched after a pause in typing, and the search is kept in the URL", async () => {
    const { user, asked, where } = open(listed(12));
    await screen.findByRole("link", { name: "Question 0?" });
    // Key by key, before any timer can run.
    const typed = "Question 11";
    for (let end = 1; end <= typed.length; end += 1)
      fireEvent.change(search(), { target: { value: typed.slice(0, end) } });
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(screen.getByText("1 conversation found")).toBeInTheDocument();
    expect(asked.at(-1)).toBe("limit=50&query=Question+11");
    expect(asked).toHaveLength(2);
    expect(where()).toBe("/conversations?query=Question+11");
    await user.type(search(), "zzz");
    expect(await screen.findByText("No conversation has these words.")).toBeVisible();
  });

  it("says what it is for while it is empty", async () => {
    open([]);
    expect(await screen.findByRole("link", { name: "Ask your memories" })).toHaveAttribute("href", "/home");
    expect(screen.queryByRole("searchbox")).toBeNull();
    expect(screen.queryByRole("button", { name: "Delete all" })).toBeNull();
  });

  it("shows an error when it can't be loaded, and Retry loads it", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const { user } = open(listed(1));
    server.use(http.get(ALL, () => HttpResponse.error(), { once: true }));
    await user.click(await screen.findByRole("button", { name: "Retry" }));
    expect(await screen.findByRole("link", { name: "Question 0?" })).toBeVisible();
    await waitFor(() => expect(screen.queryByText(/could not be read/)).toBeNull());
  });

  it("deletes a conversation after a confirmation, and keeps the focus", async () => {
    const { user, left } = open(listed(3));
    await user.click(await screen.findByRole("button", { name: "Delete “Question 1?”" }));
    const dialog = await screen.findByRole("dialog", { name: "Delete this conversation?" });
    await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(left()).toBe(3);
    await user.click(screen.getByRole("button", { name: "Delete “Question 1?”" }));
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("Conversation deleted")).toBeVisible();
    expect(rows()).toHaveLength(2);
    await waitFor(() => expect(screen.getByRole("main")).toHaveFocus());
  });

  it.each([
    ["one", "Delete “Question 1?”", "Delete"],
    ["all", "Delete all", "Delete all"],
  ])("removes what is deleted, %s, from every list in the cache", async (_, press, yes) => {
    const { user } = open(listed(3));
    await screen.findByRole("link", { name: "Question 1?" });
    await user.type(search(), "Question");
    expect(await screen.findByText("3 conversations found")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: press }));
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: yes }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(screen.queryByRole("link", { name: "Question 1?" })).toBeNull());
    server.use(http.get(ALL, () => delay("infinite")));
    await user.clear(search());
    await waitFor(() => expect(screen.queryByText(/conversations? found/)).toBeNull());
    expect(screen.queryByRole("link", { name: "Question 1?" })).toBeNull();
  });

  it("deletes all conversations after a confirmation", async () => {
    const { user, left } = open(listed(3));
    await user.click(await screen.findByRole("button", { name: "Delete all" }));
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Delete all" }));
    expect(await screen.findByRole("link", { name: "Ask your memories" })).toBeVisible();
    expect(left()).toBe(0);
  });

  it("keeps a conversation that can't be deleted, and shows an error", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const { user } = open(listed(1));
    server.use(http.delete(`${ALL}/:id`, () => HttpResponse.json({ message: "Broken" }, { status: 500 })));
    await user.click(await screen.findByRole("button", { name: "Delete “Question 0?”" }));
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("It could not be deleted. Please try again.")).toBeVisible();
    expect(screen.getByRole("dialog")).toBeInTheDocument();
  });
});

describe("one conversation", () => {
  const [, one] = listed(2) as [Listed, Listed];

  it("shows its turns under its first question", async () => {
    open(listed(2), "/conversations/c-1");
    expect(await screen.findByRole("heading", { level: 1, name: "Question 1?" })).toBeVisible();
    expect(screen.getByText("Turns of Question 1?")).toBeVisible();
    expect(document.title).toBe("Question 1?, Engram");
  });

  it("about one memory names and links to it", async () => {
    open([{ ...one, contentId: "m-1", about: aMemory({ _id: "m-1", title: "Ferry" }) }], "/conversations/c-1");
    expect(await screen.findByRole("link", { name: "Ferry" })).toHaveAttribute("href", "/memory/m-1");
    expect(screen.getByText(/^About/)).toBeVisible();
  });

  it("about a deleted memory says that the memory is gone", async () => {
    open([{ ...one, contentId: "m-1" }], "/conversations/c-1");
    expect(
      await screen.findByText("About a memory that you have deleted since. No more can be asked of it."),
    ).toBeVisible();
  });

  it("that was deleted says so, and links to the list", async () => {
    open([], "/conversations/c-1");
    expect(
      await screen.findByRole("heading", { level: 1, name: "This conversation is not here any more." }),
    ).toBeVisible();
    expect(screen.getByRole("link", { name: "All conversations" })).toHaveAttribute("href", "/conversations");
  });

  it("is deleted from its page, which returns to the list", async () => {
    const { user, where } = open(listed(2), "/conversations/c-1");
    await user.click(await screen.findByRole("button", { name: "Delete" }));
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(where()).toBe("/conversations"));
  });

  it("deleted from its page disappears from every list, even while a list is loading", async () => {
    const { user, router, where } = open(listed(2));
    await user.click(await screen.findByRole("link", { name: "Question 1?" }));
    await screen.findByText("Turns of Question 1?");
    server.use(http.get(ALL, () => delay("infinite")));
    await user.click(screen.getByRole("button", { name: "Delete" }));
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(where()).toBe("/conversations"));
    expect(await screen.findByRole("status", { name: "Loading your conversations" })).toBeVisible();
    expect(screen.queryByText("Question 1?")).toBeNull();
    await act(() => router.navigate("/conversations/c-1"));
    expect(screen.queryByText("Turns of Question 1?")).toBeNull();
  });
});

describe("in words", () => {
  const now = new Date(2026, 10, 22, 18, 0);
  it.each([
    [new Date(2026, 10, 22, 9, 5), "Today, 9:05 AM"],
    [new Date(2026, 10, 21, 9, 5), "Nov 21"],
    [new Date(2025, 10, 21, 9, 5), "Nov 21, 2025"],
  ])("%s is %s", (at, text) => expect(whenText(at, now)).toBe(text));

  it("counts", () => {
    expect([turnsText(1), turnsText(50)]).toEqual(["1 question", "50 questions"]);
    expect([foundText(0, false), foundText(1, false), foundText(50, true)]).toEqual([
      "0 conversations found",
      "1 conversation found",
      "More than 50 conversations found",
    ]);
  });
});
