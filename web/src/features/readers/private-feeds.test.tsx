import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { SWRConfig } from "swr";
import { beforeEach, expect, it } from "vitest";
import { stubLayout } from "@/test/layout";
import { server } from "@/test/server";
import { Toasts } from "@/ui/toasts";
import type { PrivateFeed } from "./api";
import { PrivateFeeds } from "./private-feeds";

beforeEach(stubLayout);

const aFeed = (part: Partial<PrivateFeed> = {}): PrivateFeed => ({
  id: "a",
  name: "Recipes",
  filter: "tag:recipes",
  createdAt: "2026-03-01T12:00:00Z",
  lastReadAt: null,
  ...part,
});

/** Serves private feeds that the calls change. */
function serveFeeds(allowed: boolean, ...feeds: PrivateFeed[]) {
  const state = { feeds };
  server.use(
    http.get("/api/v1/private-feeds", () => HttpResponse.json({ feeds: state.feeds, allowed })),
    http.post("/api/v1/private-feeds", async ({ request }) => {
      const { name, filter } = (await request.json()) as { name: string; filter: string };
      if (name === "") return HttpResponse.json({ message: "Please give the feed a name" }, { status: 400 });
      const feed = aFeed({ id: "b", name, filter });
      state.feeds = [feed, ...state.feeds];
      const address = "https://e.example/api/feeds/engram_rss_x/saves";
      return HttpResponse.json({ ...feed, rss: `${address}.xml`, json: `${address}.json` });
    }),
    http.delete("/api/v1/private-feeds/:id", ({ params }) => {
      state.feeds = state.feeds.filter(({ id }) => id !== params.id);
      return HttpResponse.json({ message: "Feed ended" });
    }),
  );
}

function open() {
  render(
    <SWRConfig value={{ dedupingInterval: 0, provider: () => new Map(), shouldRetryOnError: false }}>
      <PrivateFeeds />
      <Toasts theme="dark" />
    </SWRConfig>,
  );
}

it("a feed is made, its addresses are shown, and it is ended after a question", async () => {
  serveFeeds(true);
  open();
  expect(await screen.findByText("There are none yet.")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Make a feed" }));
  expect(await screen.findByText("Please give the feed a name")).toBeVisible();
  await userEvent.type(screen.getByLabelText("Name"), "Slow");
  await userEvent.type(screen.getByLabelText("Filter"), "tag:slow{Enter}");
  expect(await screen.findByText("https://e.example/api/feeds/engram_rss_x/saves.xml")).toBeVisible();
  expect(screen.queryByText("Please give the feed a name")).toBeNull();
  const list = within(screen.getByRole("list", { name: "Your private feeds" }));
  expect(list.getByText(/never read/)).toHaveTextContent("tag:slow");
  await userEvent.click(list.getByRole("button", { name: "End Slow" }));
  const dialog = within(await screen.findByRole("dialog", { name: "End this feed?" }));
  await userEvent.click(dialog.getByRole("button", { name: "End it" }));
  expect(await screen.findByText("There are none yet.")).toBeVisible();
  expect(screen.queryByText(/engram_rss_x/)).toBeNull();
});

it("a plan without feeds says so, and what there is can be ended", async () => {
  serveFeeds(false, aFeed());
  open();
  expect(await screen.findByText("Private feeds come with the annual plan of Pro.")).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("button", { name: "Make a feed" })).toBeNull());
  expect(screen.getByRole("button", { name: "End Recipes" })).toBeVisible();
});
