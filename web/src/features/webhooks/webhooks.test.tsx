import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { SWRConfig } from "swr";
import { beforeEach, expect, it, vi } from "vitest";
import { stubLayout } from "@/test/layout";
import { server } from "@/test/server";
import { Toasts } from "@/ui/toasts";
import type { Delivery, Hook } from "./model";
import { Webhooks } from "./webhooks";

beforeEach(stubLayout);

const MADE = "2026-03-01T12:00:00Z";

const aHook = (part: Partial<Hook> = {}): Hook => ({
  id: "a",
  url: "https://n8n.example/herons",
  events: ["memory.created", "memory.failed"],
  status: "on",
  failingSince: null,
  rotatedAt: null,
  createdAt: MADE,
  ...part,
});

const aDelivery = (part: Partial<Delivery> = {}): Delivery => ({
  id: crypto.randomUUID(),
  event: "memory.created",
  memoryId: "m",
  status: "delivered",
  attempts: 1,
  code: 200,
  message: "",
  triedAt: MADE,
  nextAt: null,
  createdAt: MADE,
  ...part,
});

/** Serves webhooks that the calls change; a test is answered and listed as `tested`. */
function serveHooks(allowed: boolean, hooks: Hook[], deliveries: Delivery[] = [], tested = aDelivery()) {
  const state = { hooks, deliveries };
  const change = (id: unknown, part: Partial<Hook>) => {
    state.hooks = state.hooks.map((hook) => (hook.id === id ? { ...hook, ...part } : hook));
    return state.hooks.find((hook) => hook.id === id);
  };
  server.use(
    http.get("/api/v1/webhooks", () => HttpResponse.json({ webhooks: state.hooks, allowed })),
    http.post("/api/v1/webhooks", async ({ request }) => {
      const body = (await request.json()) as Pick<Hook, "url" | "events">;
      if (body.url === "") return HttpResponse.json({ message: "Please enter an address" }, { status: 400 });
      state.hooks = [aHook({ id: "new", ...body }), ...state.hooks];
      return HttpResponse.json({ ...state.hooks[0], secret: "whsec_one" });
    }),
    http.patch("/api/v1/webhooks/:id", async ({ params, request }) => {
      const { paused, ...part } = (await request.json()) as Partial<Hook> & { paused?: boolean };
      const status = paused === undefined ? {} : { status: paused ? ("paused" as const) : ("on" as const) };
      return HttpResponse.json(change(params.id, { ...part, ...status }));
    }),
    http.delete("/api/v1/webhooks/:id", ({ params }) => {
      state.hooks = state.hooks.filter(({ id }) => id !== params.id);
      return HttpResponse.json({ message: "Webhook removed" });
    }),
    http.post("/api/v1/webhooks/:id/secret", ({ params }) =>
      HttpResponse.json({ ...change(params.id, { rotatedAt: MADE }), secret: "whsec_two" }),
    ),
    http.post("/api/v1/webhooks/:id/test", () => {
      state.deliveries = [tested, ...state.deliveries];
      return HttpResponse.json(tested);
    }),
    http.get("/api/v1/webhooks/:id/deliveries", () => HttpResponse.json({ deliveries: state.deliveries })),
  );
  return state;
}

function open() {
  render(
    <SWRConfig value={{ dedupingInterval: 0, provider: () => new Map(), shouldRetryOnError: false }}>
      <Webhooks />
      <Toasts theme="dark" />
    </SWRConfig>,
  );
}

const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const row = (name = "n8n.example/herons") => screen.findByRole("listitem", { name });

it("one is made for what it shall hear, and its secret is shown this once", async () => {
  const state = serveHooks(true, []);
  open();
  expect(await screen.findByText("There are none yet.")).toBeVisible();
  await press("Make a webhook");
  expect(screen.getByLabelText("Address")).toHaveFocus();
  await press("Make the webhook");
  expect(await screen.findByText("Please enter an address")).toBeVisible();
  await userEvent.click(screen.getByRole("checkbox", { name: "Deleted" }));
  await userEvent.type(screen.getByLabelText("Address"), "https://n8n.example/new{Enter}");
  expect(await screen.findByLabelText("Secret")).toHaveValue("whsec_one");
  expect(screen.getByLabelText("Secret")).toHaveFocus();
  expect(state.hooks).toMatchObject([
    { url: "https://n8n.example/new", events: ["memory.created", "memory.ready", "memory.failed"] },
  ]);
  expect(await row("n8n.example/new")).toHaveTextContent("On · hears: saved, ready, failed");
});

it("each says how it does", async () => {
  const failing = aHook({ id: "b", url: "https://b.example/", failingSince: "2026-03-04T12:00:00Z" });
  const paused = aHook({ id: "c", url: "https://c.example/", status: "paused" });
  const off = aHook({ id: "d", url: "https://d.example/", status: "off" });
  serveHooks(true, [aHook(), failing, paused, off]);
  open();
  expect(await row()).toHaveTextContent("On · hears: saved, failed");
  expect(screen.getByRole("listitem", { name: "b.example" })).toHaveTextContent(/Failing since Mar 4/);
  expect(screen.getByRole("listitem", { name: "c.example" })).toHaveTextContent("Paused ·");
  expect(screen.getByRole("listitem", { name: "d.example" })).toHaveTextContent("Turned off, since nothing arrived");
  await press("Resume d.example");
  expect(await screen.findByRole("button", { name: "Pause d.example" })).toBeVisible();
});

it("one is changed and given another secret, and the focus comes back", async () => {
  const state = serveHooks(true, [aHook()]);
  open();
  await press("Change n8n.example/herons");
  await press("Another secret");
  expect(await screen.findByLabelText("Secret")).toHaveValue("whsec_two");
  const address = screen.getByLabelText("Address");
  await userEvent.clear(address);
  await userEvent.type(address, "https://n8n.example/other{Enter}");
  await waitFor(() => expect(screen.getByRole("button", { name: "Change n8n.example/other" })).toHaveFocus());
  expect(state.hooks[0]?.url).toBe("https://n8n.example/other");
});

it("a test says how it went, and what was sent is listed with what became of it", async () => {
  const retried = aDelivery({
    status: "waiting",
    attempts: 2,
    message: "It answered 503.",
    nextAt: "2026-03-01T13:00:00Z",
  });
  const lost = aDelivery({
    event: "memory.failed",
    status: "failed",
    attempts: 11,
    message: "It could not be reached.",
  });
  const test = aDelivery({ event: "webhook.test", status: "failed", message: "It answered 500." });
  serveHooks(true, [aHook()], [retried, lost, aDelivery({ attempts: 3 })], test);
  open();
  await press("What was sent to n8n.example/herons");
  const sent = await screen.findByRole("list", { name: "Sent to n8n.example/herons" });
  const outcomes = () =>
    within(sent)
      .getAllByRole("listitem")
      .map((line) => line.textContent);
  expect(outcomes()).toEqual([
    expect.stringMatching(/^SavedNext try Mar 1.*It answered 503\./),
    expect.stringMatching(/^FailedGiven up after 11 tries\. It could not be reached\./),
    expect.stringMatching(/^SavedArrived after 3 tries/),
  ]);
  await press("Send a test to n8n.example/herons");
  expect(await screen.findByText("The test did not arrive. It answered 500.")).toBeVisible();
  await waitFor(() => expect(outcomes()[0]).toMatch(/^TestGiven up after 1 try/));
});

it("more of what was sent is shown, and the last of it leaves the focus in the list", async () => {
  serveHooks(
    true,
    [aHook()],
    Array.from({ length: 12 }, () => aDelivery()),
  );
  open();
  await press("What was sent to n8n.example/herons");
  const sent = await screen.findByRole("list", { name: "Sent to n8n.example/herons" });
  expect(within(sent).getAllByRole("listitem")).toHaveLength(10);
  await press("Show more");
  expect(within(sent).getAllByRole("listitem")).toHaveLength(12);
  expect(sent).toHaveFocus();
});

it("one is removed after a question, also on a plan without them", async () => {
  const state = serveHooks(false, [aHook()]);
  open();
  expect(await row()).toHaveTextContent("Resting ·");
  expect(screen.getByText(/come with the annual plan of Pro/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Make a webhook" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Pause n8n.example/herons" })).toBeNull();
  await press("Remove n8n.example/herons");
  const dialog = within(await screen.findByRole("dialog", { name: "Remove this webhook?" }));
  await userEvent.click(dialog.getByRole("button", { name: "Remove" }));
  await waitFor(() => expect(state.hooks).toEqual([]));
  await waitFor(() => expect(screen.getByRole("heading", { name: "Your webhooks" })).toHaveFocus());
});

it("when they can't be read it says so, and they are read again", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  serveHooks(true, [aHook()]);
  server.use(
    http.get("/api/v1/webhooks", () => HttpResponse.json({ message: "down" }, { status: 500 }), { once: true }),
  );
  open();
  expect(await screen.findByText("Your webhooks can’t be read right now.")).toBeVisible();
  await press("Try again");
  expect(await row()).toBeVisible();
});
