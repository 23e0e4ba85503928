import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { MemoryRouter } from "react-router";
import { Toaster } from "sonner";
import { SWRConfig } from "swr";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { clearToken, getToken, setToken } from "@/api/session";
import type { Memory } from "@/memory/kinds";
import { BEGINNING, EventStream } from "@/test/event-stream";
import { stubLayout } from "@/test/layout";
import { aMemory } from "@/test/memory";
import { server } from "@/test/server";
import { isWaiting } from "../deletions";
import { LateShelf as Shelf } from "../late-shelf";
import { PENDING_POLL } from "../shelf-data";
import { useDelete } from "../use-delete";
import { useRefresh } from "../use-refresh";
// Its code is there when a test begins.
import "../shelf";
import "./live";

const CONTENT = "/api/v1/content";
const EVENTS = "/api/v1/events";

beforeEach(() => {
  stubLayout();
  setToken("token");
});

function Page() {
  return (
    <>
      <Shelf onAdd={() => {}} onDelete={useDelete().onDelete} onRefresh={useRefresh()} />
      <Toaster />
    </>
  );
}

/** The shelf of a signed-in user, over a server that has these memories and streams changes. */
function shelfOf(initial: readonly Memory[], beginning = BEGINNING) {
  const state = { memories: initial, reads: 0, streams: [] as EventStream[] };
  server.use(
    http.get(CONTENT, () => {
      state.reads += 1;
      return HttpResponse.json({ content: state.memories, change: "1" });
    }),
    http.get(EVENTS, ({ request }) => {
      const stream = new EventStream(request, beginning);
      state.streams.push(stream);
      return stream.response;
    }),
  );
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <MemoryRouter>
        <Page />
      </MemoryRouter>
    </SWRConfig>,
  );
  const tell = (...event: Parameters<EventStream["tell"]>) => act(async () => state.streams.at(-1)?.tell(...event));
  return { state, tell };
}

/** Once the stream is open. */
async function liveShelfOf(initial: readonly Memory[]) {
  const shelf = shelfOf(initial);
  await waitFor(() => expect(shelf.state.streams).toHaveLength(1));
  await waitFor(() => expect(screen.getAllByRole("article")).toHaveLength(initial.length));
  return shelf;
}

const names = () => screen.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent);
const news = () =>
  screen
    .getAllByRole("status")
    .map(({ textContent }) => textContent)
    .filter(Boolean);
const moment = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe("the shelf with live changes", () => {
  it("API-24 shows each step and the result, without reading the list again", async () => {
    const pending = aMemory({ title: "", link: "https://example.com/slow", status: "pending", step: "waiting" });
    const { state, tell } = await liveShelfOf([pending]);
    expect(screen.getByText("Waiting for its turn")).toBeVisible();
    await tell("step", { _id: pending._id, step: "reading" });
    expect(await screen.findByText("Reading it")).toBeVisible();
    await act(() => moment(PENDING_POLL * 2));
    await tell("memory", { ...pending, status: "ready", title: "Read at last" }, 1);
    expect(await screen.findByRole("heading", { name: "Read at last" })).toBeVisible();
    expect(state.reads).toBe(1);
  });

  it("HOME-22 inserts a memory saved elsewhere, and removes one deleted elsewhere", async () => {
    const [newest, oldest] = [aMemory({ _id: "30", title: "Newest" }), aMemory({ _id: "10", title: "Oldest" })];
    const { tell } = await liveShelfOf([newest, oldest]);
    await tell("memory", aMemory({ _id: "20", title: "Between" }), 1);
    await waitFor(() => expect(names()).toEqual(["Newest", "Between", "Oldest"]));
    await tell("deleted", { _id: "30" }, 2);
    await waitFor(() => expect(names()).toEqual(["Between", "Oldest"]));
  });

  it("HOME-20 does not restore a memory that this window deletes", async () => {
    let answer = () => {};
    server.use(
      http.delete(
        CONTENT,
        () =>
          new Promise<Response>((resolve) => {
            answer = () => resolve(HttpResponse.json({ message: "Deleted" }));
          }),
      ),
    );
    const leaving = aMemory({ _id: "20", title: "Leaving" });
    const { tell } = await liveShelfOf([leaving, aMemory({ _id: "10", title: "Staying" })]);
    await userEvent.click(screen.getByRole("button", { name: "Delete Leaving" }));
    await tell("memory", { ...leaving, description: "changed meanwhile" }, 1);
    await tell("memory", aMemory({ _id: "15", title: "Told after it" }), 2);
    await waitFor(() => expect(names()).toEqual(["Told after it", "Staying"]));
    answer();
    await tell("deleted", { _id: "20" }, 3);
    expect(names()).toEqual(["Told after it", "Staying"]);
  });

  it("HOME-20 has no undo for a memory that was deleted elsewhere meanwhile", async () => {
    const { tell } = await liveShelfOf([aMemory({ _id: "20", title: "Leaving" }), aMemory({ _id: "10" })]);
    await userEvent.click(screen.getByRole("button", { name: "Delete Leaving" }));
    // One that is just leaving is there, and is not seen.
    await waitFor(() => expect(screen.getByText("Deleted Memory")).toBeVisible());
    await tell("deleted", { _id: "20" }, 3);
    await waitFor(() => expect(screen.queryByText("Deleted Memory")).toBeNull());
    expect(isWaiting("20")).toBe(false);
  });

  it("announces the end of each capture, once, and nothing else", async () => {
    const pending = aMemory({ _id: "2", title: "", link: "https://example.com/slow", status: "pending" });
    const { tell } = await liveShelfOf([pending, aMemory({ _id: "1" })]);
    await tell("step", { _id: "2", step: "reading" });
    await screen.findByText("Reading it");
    expect(news()).toEqual([]);
    await tell("memory", { ...pending, status: "ready", title: "Slow clocks" }, 1);
    await waitFor(() => expect(news()).toEqual(["Saved: Slow clocks."]));
    await tell("memory", aMemory({ _id: "3", title: "From elsewhere" }), 2);
    await screen.findByRole("heading", { name: "From elsewhere" });
    expect(news()).toEqual(["Saved: Slow clocks."]);
    await tell("memory", { ...pending, status: "pending" }, 3);
    await tell("memory", { ...pending, status: "failed", error: "Gone." }, 4);
    await waitFor(() => expect(news()).toEqual(["Could not be read: example.com/slow."]));
  });
});

describe("the stream", () => {
  it("is replaced by polling until it can be opened", async () => {
    const pending = aMemory({ title: "", status: "pending", step: "fetching" });
    const { state } = shelfOf([pending]);
    let refusals = 0;
    server.use(
      http.get(
        EVENTS,
        () => {
          refusals += 1;
          return HttpResponse.json({ message: "Not now" }, { status: 503 });
        },
        { once: true },
      ),
    );
    await waitFor(() => expect(refusals).toBe(1));
    await waitFor(() => expect(state.reads).toBeGreaterThan(1));
    await waitFor(() => expect(state.streams).toHaveLength(1));
    await act(() => moment(PENDING_POLL));
    const { reads } = state;
    await act(() => moment(PENDING_POLL * 2));
    expect(state.reads).toBe(reads);
    expect(refusals).toBe(1);
  });

  it("is replaced by polling while a proxy buffers it", async () => {
    const pending = aMemory({ title: "", status: "pending", step: "fetching" });
    const { state } = shelfOf([pending], "");
    await waitFor(() => expect(state.streams).toHaveLength(1));
    state.memories = [{ ...pending, status: "ready", title: "Read at last" }];
    expect(await screen.findByRole("heading", { name: "Read at last" })).toBeVisible();
    expect(state.streams[0]?.closed).toBe(false);
  });

  it("ends with the session", async () => {
    const { state } = await liveShelfOf([aMemory()]);
    expect(state.streams[0]?.closed).toBe(false);
    act(clearToken);
    await waitFor(() => expect(state.streams[0]?.closed).toBe(true));
  });

  it("U-13 that is refused ends the session", async () => {
    server.use(http.get(EVENTS, () => HttpResponse.json({ message: "Sign in first" }, { status: 401 })));
    server.use(http.get(CONTENT, () => HttpResponse.json({ content: [] })));
    render(
      <SWRConfig value={{ provider: () => new Map() }}>
        <MemoryRouter>
          <Page />
        </MemoryRouter>
      </SWRConfig>,
    );
    await waitFor(() => expect(getToken()).toBeNull());
  });

  it("is not opened without a sign-in", async () => {
    clearToken();
    const { state } = shelfOf([aMemory({ title: "Seen" })]);
    expect(await screen.findByRole("heading", { name: "Seen" })).toBeVisible();
    await act(() => moment(100));
    expect(state.streams).toHaveLength(0);
  });

  it("the shelf works without the code for live changes, which is only logged", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    vi.resetModules();
    vi.doMock("./live", () => {
      throw new Error("the chunk is gone");
    });
    const { LateShelf: Bare } = await import("../late-shelf");
    const { MemoryRouter: Router } = await import("react-router");
    const { setToken: signIn } = await import("@/api/session");
    signIn("token");
    server.use(http.get(CONTENT, () => HttpResponse.json({ content: [aMemory({ title: "Still here" })] })));
    render(
      <Router>
        <Bare onAdd={() => {}} onDelete={() => {}} onRefresh={() => {}} />
      </Router>,
    );
    expect(within(await screen.findByRole("article")).getByRole("heading", { name: "Still here" })).toBeVisible();
    await waitFor(() =>
      expect(log).toHaveBeenCalledWith(expect.stringMatching(/follows the changes/), expect.anything()),
    );
    vi.doUnmock("./live");
  });
});
