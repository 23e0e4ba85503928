import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { MemoryRouter } from "react-router";
import { SWRConfig } from "swr";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { stubLayout } from "@/test/layout";
import { server } from "@/test/server";
import { Toasts } from "@/ui/toasts";
import { Feeds } from "./feeds";
import { checkedText, checkWords, type Feed, itemsText } from "./model";

beforeEach(stubLayout);
afterEach(() => vi.useRealTimers());

/** A feed that was read ten minutes ago. */
function aFeed(part: Partial<Feed> = {}): Feed {
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  return {
    id: "a",
    url: "https://www.example.com/feed.xml",
    title: "The Example",
    site: "https://www.example.com",
    status: "ok",
    message: "",
    checkedAt: at(-10.5),
    nextAt: at(49.5),
    items: 12,
    unread: 3,
    createdAt: at(-1000),
    ...part,
  };
}

/** Serves feeds that the calls change, and notes these. */
function serveFeeds(...feeds: Feed[]) {
  const state = { feeds, calls: [] as string[], use: false };
  const change = (id: unknown, part: Partial<Feed>) => {
    state.feeds = state.feeds.map((feed) => (feed.id === id ? { ...feed, ...part } : feed));
    return HttpResponse.json(state.feeds.find((feed) => feed.id === id));
  };
  server.use(
    http.get("/api/v1/feeds", () => HttpResponse.json({ feeds: state.feeds })),
    http.get("/api/v1/feeds/answers", () => HttpResponse.json({ use: state.use })),
    http.put("/api/v1/feeds/answers", async ({ request }) => {
      state.use = ((await request.json()) as { use: boolean }).use;
      return HttpResponse.json({ use: state.use });
    }),
    http.post("/api/v1/feeds", async ({ request }) => {
      const { url } = (await request.json()) as { url: string };
      if (url.includes("none")) return HttpResponse.json({ message: "This page names no feed" }, { status: 400 });
      state.feeds = [...state.feeds, aFeed({ id: "b", url, title: "Another", items: 0, unread: 0 })];
      return HttpResponse.json(state.feeds.at(-1));
    }),
    http.patch("/api/v1/feeds/:id", async ({ params, request }) => {
      const body = (await request.json()) as { title?: string; paused?: boolean };
      state.calls.push(JSON.stringify(body));
      return change(params.id, {
        ...(body.title && { title: body.title }),
        ...(body.paused !== undefined && { status: body.paused ? "paused" : "ok" }),
      });
    }),
    http.post("/api/v1/feeds/:id/check", ({ params }) => {
      state.calls.push("check");
      return change(params.id, { checkedAt: new Date().toISOString() });
    }),
    http.delete("/api/v1/feeds/:id", ({ params, request }) => {
      state.calls.push(new URL(request.url).search);
      const many = state.feeds.some(({ id, items }) => id === params.id && items > 5000);
      if (many && state.calls.at(-1) === "?memories=delete")
        return change(params.id, { status: "leaving", items: 4300 });
      state.feeds = state.feeds.filter(({ id }) => id !== params.id);
      return HttpResponse.json({ message: "You no longer follow this feed" });
    }),
  );
  return state;
}

function open() {
  render(
    <SWRConfig value={{ dedupingInterval: 0, provider: () => new Map(), shouldRetryOnError: false }}>
      <MemoryRouter>
        <Feeds listPath="/home?filter=is%3Afeed" importPath="/profile/data#import" />
        <Toasts theme="dark" />
      </MemoryRouter>
    </SWRConfig>,
  );
}

const row = async (name: string) => within(await screen.findByRole("listitem", { name }));

it("an address is followed; one without a feed is refused in the server's words at its field", async () => {
  serveFeeds();
  open();
  expect(await screen.findByText("You follow no feeds yet.")).toBeVisible();
  const field = screen.getByLabelText("Address of a site or a feed");
  await userEvent.type(field, "https://none.example{Enter}");
  await waitFor(() => expect(field).toHaveAccessibleDescription("This page names no feed"));
  await userEvent.clear(field);
  await userEvent.type(field, "https://other.example{Enter}");
  expect(await screen.findByText("Another", { selector: "b" })).toBeVisible();
  expect(field).toHaveValue("");
});

it("a feed is checked, paused, renamed and resumed", async () => {
  const state = serveFeeds(aFeed());
  open();
  const feed = await row("The Example");
  expect(feed.getByText(/Read 10 min ago, next in 50 min/)).toBeVisible();
  expect(feed.getByRole("link", { name: "12 saved, 3 unread" })).toHaveAttribute("href", "/home?filter=is%3Afeed");
  await userEvent.click(feed.getByRole("button", { name: "Check The Example now" }));
  expect(await feed.findByText(/Read just now/)).toBeVisible();
  await userEvent.click(feed.getByRole("button", { name: "Pause The Example" }));
  expect(await feed.findByText(/Paused/)).toBeVisible();
  await userEvent.click(feed.getByRole("button", { name: "Rename The Example" }));
  const name = feed.getByRole("textbox", { name: "New name of The Example" });
  await userEvent.clear(name);
  await userEvent.type(name, "Example{Enter}");
  const renamed = await row("Example");
  await waitFor(() => expect(renamed.getByRole("button", { name: "Rename Example" })).toHaveFocus());
  await userEvent.click(renamed.getByRole("button", { name: "Resume Example" }));
  await waitFor(() =>
    expect(state.calls).toEqual(["check", '{"paused":true}', '{"title":"Example"}', '{"paused":false}']),
  );
});

it("a feed is left with or without its memories; what fails says why", async () => {
  const state = serveFeeds(aFeed({ status: "failing", message: "The site answers with an error (500)." }));
  open();
  const feed = await row("The Example");
  expect(feed.getByText("The site answers with an error (500).")).toBeVisible();
  await userEvent.click(feed.getByRole("button", { name: "Unfollow The Example" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Unfollow this feed?" }));
  expect(dialog.getByRole("radio", { name: "They stay" })).toBeChecked();
  await userEvent.click(dialog.getByRole("radio", { name: /They go to the trash/ }));
  await userEvent.click(dialog.getByRole("button", { name: "Unfollow" }));
  expect(await screen.findByText("You follow no feeds yet.")).toBeVisible();
  expect(state.calls).toEqual(["?memories=delete"]);
});

it("while many memories are deleted behind it, a left feed says how many are still to go, and the rest may stay", async () => {
  const state = serveFeeds(aFeed({ items: 6000 }));
  open();
  await userEvent.click((await row("The Example")).getByRole("button", { name: "Unfollow The Example" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Unfollow this feed?" }));
  await userEvent.click(dialog.getByRole("radio", { name: /They go to the trash/ }));
  await userEvent.click(dialog.getByRole("button", { name: "Unfollow" }));
  expect(await screen.findByText("4,300 memories still to be deleted")).toBeVisible();
  const feed = await row("The Example");
  expect(feed.queryByRole("button", { name: /Check|Pause|Rename|Unfollow/ })).toBeNull();
  await userEvent.click(feed.getByRole("button", { name: "Keep the rest of The Example" }));
  expect(await screen.findByText("You follow no feeds yet.")).toBeVisible();
  expect(state.calls).toEqual(["?memories=delete", "?memories=keep"]);
});

it("a feed whose last memory is deleted behind it is told of as it goes", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const state = serveFeeds(aFeed({ status: "leaving", items: 40 }));
  open();
  expect(await screen.findByText("40 memories still to be deleted")).toBeVisible();
  state.feeds = [];
  await act(() => vi.advanceTimersByTimeAsync(2000));
  expect(await screen.findByText("Off the list: The Example.")).toHaveRole("status");
});

it("a check that failed says why, and when it is tried next", async () => {
  const before = aFeed();
  serveFeeds(before);
  const nextAt = new Date(Date.now() + 49.5 * 60_000).toISOString();
  server.use(
    http.post("/api/v1/feeds/:id/check", () =>
      HttpResponse.json({ ...before, status: "failing", message: "The page answered with an error (500).", nextAt }),
    ),
  );
  open();
  await userEvent.click((await row("The Example")).getByRole("button", { name: "Check The Example now" }));
  expect(
    await screen.findByText("The Example: The page answered with an error (500). It is tried again in 50 min."),
  ).toBeVisible();
});

it.each([
  [
    { checkedAt: "2026-03-02T00:00:00Z", message: "It has much." },
    { good: true, text: "The Example was read. It has much." },
  ],
  [{}, { good: true, text: "The Example is read in 50 min: its site is busy" }],
  [
    { status: "paused" as const, message: "It is gone." },
    { good: false, text: "The Example: It is gone." },
  ],
])("says what came of a check", (part, words) => {
  const before = aFeed();
  expect(checkWords(before, { ...before, ...part }, new Date())).toEqual(words);
});

it("a switch says whether answers use feeds", async () => {
  const state = serveFeeds();
  open();
  const use = await screen.findByRole("switch", { name: "Answers use feeds" });
  expect(use).not.toBeChecked();
  await userEvent.click(use);
  await waitFor(() => expect(state.use).toBe(true));
  expect(use).toBeChecked();
});

it.each<[Partial<Feed>, string]>([
  [{ checkedAt: null }, "Not read yet, next in 50 min"],
  [{ status: "paused", nextAt: null }, "Paused"],
  [{ status: "failing" }, "Read 10 min ago, tried again in 50 min"],
])("says when a feed is read", (part, words) => expect(checkedText(aFeed(part), new Date())).toBe(words));

it.each([
  [{ items: 0, unread: 0 }, "Nothing from it yet"],
  [{ items: 1200, unread: 0 }, "1,200 saved, all read"],
])("says what came of a feed", (counts, words) => expect(itemsText(aFeed(counts))).toBe(words));
