import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { createMemoryRouter, RouterProvider } from "react-router";
import { SWRConfig } from "swr";
import { afterAll, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import type { Shared, Waiting } from "@/api/device-store";
import { readyToSignOut, setToken } from "@/api/session";
import { aMemory } from "@/test/memory";
import { server } from "@/test/server";
import { SavePage } from "./save-page";
import { sendNow } from "./sending";

// The tests' browser has no database.
const store = vi.hoisted(() => ({
  waiting: new Map<string, Waiting>(),
  shared: new Map<string, Shared>(),
  listeners: new Set<() => void>(),
  next: 0,
}));
vi.mock("@/api/device-store", () => {
  const tell = () => store.listeners.forEach((listener) => void listener());
  return {
    freshId: () => `id-${++store.next}`,
    putShared: async (one: Shared) => void store.shared.set(one.id, one),
    getShared: async (id: string) => store.shared.get(id),
    dropShared: async (id: string) => void store.shared.delete(id),
    clearShared: async () => store.shared.clear(),
    allWaiting: async () => [...store.waiting.values()].map((one) => ({ ...one })),
    putWaiting: async (one: Waiting) => {
      store.waiting.set(one.id, { ...one });
      tell();
    },
    dropWaiting: async (id: string) => {
      store.waiting.delete(id);
      tell();
    },
    onWaitingChanged: (listener: () => void) => {
      store.listeners.add(listener);
      return () => void store.listeners.delete(listener);
    },
  };
});
afterAll(() => vi.doUnmock("@/api/device-store"));

type Call = { key: string | null; body: unknown };

/** What the server was sent. */
let calls: Call[] = [];
let answer: (body: Record<string, unknown>) => Response;
let username = "maya";

beforeEach(() => {
  store.waiting.clear();
  store.shared.clear();
  calls = [];
  username = "maya";
  answer = () => HttpResponse.json({ message: "Saved", content: aMemory({ _id: "new" }) });
  setToken("secret");
  server.use(
    http.get("/api/v1/getuser", () => HttpResponse.json({ username, email: null, subscription: null, support: "" })),
    http.get("/api/v1/tags", () => HttpResponse.json({ tags: [] })),
    http.get("/api/v1/content/at", () => HttpResponse.json({})),
    http.post("/api/v1/content", async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>;
      calls.push({ key: request.headers.get("idempotency-key"), body });
      return answer(body);
    }),
  );
});

function open(address: string) {
  const router = createMemoryRouter(
    [
      {
        path: "*",
        element: (
          <SWRConfig value={{ provider: () => new Map() }}>
            <SavePage
              homePath="/home"
              memoryPath={(id) => `/home/memory/${id}`}
              signInPath={(back) => `/auth/signin?redirect=${back}`}
              signUpPath={undefined}
              corner={null}
            />
          </SWRConfig>
        ),
      },
    ],
    { initialEntries: [address] },
  );
  render(<RouterProvider router={router} />);
  return { user: userEvent.setup(), where: () => router.state.location.search };
}

const press = (name = "Save") => screen.getByRole("button", { name });

it("what an address hands over is kept under a number, shown, and saved when its button is pressed", async () => {
  const { user, where } = open(`/save?url=${encodeURIComponent("https://example.com/a")}&title=A%20page&text=Words`);
  expect(await screen.findByText("A page")).toBeVisible();
  expect(where()).toBe("?shared=id-1");
  expect(calls).toEqual([]);
  await user.click(press());
  expect(await screen.findByRole("heading", { name: "Saved" })).toHaveFocus();
  expect(screen.getByRole("link", { name: "Open it" })).toHaveAttribute("href", "/home/memory/new");
  expect(calls).toEqual([
    { key: "id-2", body: { type: "link", link: "https://example.com/a", ifNew: true, remark: "> Words" } },
  ]);
  expect(store.waiting.size + store.shared.size).toBe(0);
});

it("an address that is saved gets the tags and the remark, which the server adds to what it has", async () => {
  const before = aMemory({ _id: "old", tags: ["sea"], remark: "Mine", createdAt: "2026-03-04T10:00:00Z" });
  server.use(http.get("/api/v1/content/at", () => HttpResponse.json({ content: before })));
  answer = () => HttpResponse.json({ message: "You saved this already", content: before, existing: before });
  const { user } = open("/save?url=https://example.com/a");
  expect(await screen.findByText(/Saved before, on Mar 4/)).toBeVisible();
  await user.type(await screen.findByRole("combobox", { name: "Add a tag" }), "tides,");
  await user.type(screen.getByLabelText("Remark"), "More");
  await user.click(press("Add to it"));
  expect(await screen.findByRole("heading", { name: "Saved before" })).toBeVisible();
  expect(calls.at(-1)).toMatchObject({ body: { tags: ["tides"], remark: "More" } });
});

it("what the page's own try to send took first is said as it was answered", async () => {
  let tail: Promise<unknown> = Promise.resolve();
  const request = (_: string, work: () => Promise<unknown>) => {
    tail = tail.then(work);
    return tail;
  };
  Object.defineProperty(navigator, "locks", { value: { request }, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, "locks"));
  const hurry = () => {
    store.listeners.delete(hurry);
    void sendNow();
  };
  store.listeners.add(hurry);
  const before = aMemory({ _id: "old" });
  answer = () => HttpResponse.json({ message: "You saved this already", content: before, existing: before });
  const { user } = open("/save?url=https://example.com/a");
  await user.click(await screen.findByRole("button", { name: "Save" }));
  expect(await screen.findByRole("heading", { name: "Saved before" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Open it" })).toHaveAttribute("href", "/home/memory/old");
  expect(calls).toHaveLength(1);
});

it("what the server refuses stays in the form, with its words", async () => {
  answer = () => HttpResponse.json({ message: "Please give an address" }, { status: 400 });
  const { user } = open("/save");
  await user.click(await screen.findByRole("button", { name: "Save" }));
  expect(await screen.findByText("Please give the address of a page")).toBeVisible();
  await user.type(screen.getByLabelText("Website address"), "https://x");
  await user.click(press());
  expect(await screen.findByText("Please give an address")).toBeVisible();
  expect(screen.getByLabelText("Website address")).toHaveValue("https://x");
  expect(store.waiting.size).toBe(0);
});

it("without an answer a save waits, is tried with the same key, and is there once", async () => {
  answer = () => HttpResponse.error();
  const { user } = open("/save?note");
  await user.type(await screen.findByLabelText("Note"), "On the way.");
  await user.click(press());
  expect(await screen.findByRole("heading", { name: "Kept on this device" })).toBeVisible();
  expect(screen.getByRole("heading", { name: "A save waits on this device" })).toBeVisible();
  await sendNow();
  answer = () => HttpResponse.json({ message: "Saved", content: aMemory({ _id: "new" }) });
  await sendNow();
  await waitFor(() => expect(screen.queryByRole("heading", { name: /waits/ })).toBeNull());
  expect(calls).toHaveLength(3);
  expect(new Set(calls.map(({ key }) => key)).size).toBe(1);
});

it("what another user left is neither shown nor sent, and its owner finds it again", async () => {
  answer = () => HttpResponse.error();
  const { user } = open("/save?note");
  await user.type(await screen.findByLabelText("Note"), "Mine.");
  await user.click(press());
  await screen.findByRole("heading", { name: "Kept on this device" });
  answer = () => HttpResponse.json({ message: "Saved", content: aMemory({ _id: "new" }) });
  calls = [];
  username = "ada";
  setToken("of another");
  await sendNow();
  expect(calls).toEqual([]);
  username = "maya";
  setToken("a later one");
  await sendNow();
  expect(calls).toHaveLength(1);
});

it("a log-out warns once of what is not sent, and leaves nothing then", async () => {
  answer = () => HttpResponse.error();
  const { user } = open("/save?note");
  await user.type(await screen.findByLabelText("Note"), "Unsent.");
  await user.click(press());
  await screen.findByRole("heading", { name: "Kept on this device" });
  expect(await readyToSignOut()).toMatch(/^Saves wait on this device/);
  expect(store.waiting.size).toBe(1);
  expect(await readyToSignOut()).toBeUndefined();
  expect(store.waiting.size).toBe(0);
});

it.each([
  ["/save?missed", /did not arrive/],
  ["/save?missed=size", /20 files, 200 MB/],
  ["/save?shared=unknown", /nothing more to save/],
])("%s says why there is nothing", async (address, words) => {
  open(address);
  expect(await screen.findByText(words)).toBeVisible();
});

it("signed out, what was handed over is kept, and nothing is sent", async () => {
  localStorage.clear();
  open("/save?url=https://example.com/a");
  expect(await screen.findByText("It is kept on this device. Sign in to save it.")).toBeVisible();
  expect(screen.getByText("example.com/a")).toBeVisible();
  expect(screen.getByRole("link", { name: "Sign in" })).toHaveAttribute(
    "href",
    `/auth/signin?redirect=/save?shared=id-${store.next}`,
  );
  expect(calls).toEqual([]);
});
