import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { MemoryRouter } from "react-router";
import { SWRConfig } from "swr";
import { expect, it, vi } from "vitest";
import { marksMayBeBack } from "@/lib/marks-back";
import { tellHighlighted } from "@/memory/highlighted";
import { aListed } from "@/test/highlight";
import { server } from "@/test/server";
import { Toasts } from "@/ui/toasts";
import { BackSwitch } from "./back-switch";
import { BackToday } from "./back-today";
import type { Listed } from "./model";

const MARKS = [
  aListed({ id: "a", memoryId: "log", quote: "An hour missed is left blank.", color: "sage" }),
  aListed({ id: "b", memoryId: "paper", quote: "Half could be recognised.", page: 5 }),
];

/** Stubs a server that brings these marks back. */
function open({ marks = MARKS, enabled = true, room = true, fails = false } = {}) {
  const said: unknown[] = [];
  const onClosed = vi.fn();
  let on = enabled;
  server.use(
    http.get("/api/v1/highlights/review", ({ request }) => {
      said.push(request.headers.get("time-zone"));
      return HttpResponse.json({ enabled: on, highlights: on ? marks : [] });
    }),
    http.put("/api/v1/highlights/review", async ({ request }) => {
      if (fails) return HttpResponse.json({ message: "Not now." }, { status: 503 });
      const body = (await request.json()) as { enabled?: boolean };
      said.push(body);
      on = body.enabled ?? on;
      return HttpResponse.json({ enabled: on });
    }),
    http.post("/api/v1/highlights/:id/review", async ({ params, request }) => {
      if (fails) return HttpResponse.json({ message: "Not now." }, { status: 503 });
      said.push([params.id, await request.json()]);
      return HttpResponse.json({ message: "Kept" });
    }),
  );
  const view = render(
    <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0, shouldRetryOnError: false }}>
      <MemoryRouter>
        <BackToday
          allPath="/highlights"
          pathOf={(memory: string, mark: string) => `/home/memory/${memory}#mark-${mark}`}
          room={room}
          onClosed={onClosed}
        />
        <BackSwitch />
      </MemoryRouter>
      <Toasts theme="dark" />
    </SWRConfig>,
  );
  return { said, onClosed, user: userEvent.setup(), ...view };
}

const card = (words: string) => screen.getByText(words).closest("figure") as HTMLElement;

it("marks come back with their memory, and lead to where they stand", async () => {
  const { said, user } = open();
  expect(await screen.findByText("Two things you once marked")).toBeVisible();
  expect(said).toEqual([Intl.DateTimeFormat().resolvedOptions().timeZone]);
  expect(within(card("Half could be recognised.")).getByText("Memory paper, page 5")).toBeVisible();
  expect(screen.getByRole("link", { name: "All your marks" })).toHaveAttribute("href", "/highlights");
  const link = screen.getByRole("link", { name: "An hour missed is left blank." });
  expect(link).toHaveAttribute("href", "/home/memory/log#mark-a");
  await user.click(link);
  await waitFor(() => expect(said).toContainEqual(["a", { answer: "kept" }]));
  expect(within(card("An hour missed is left blank.")).getByRole("status")).toHaveTextContent("Kept.");
  expect(link).toHaveFocus();
});

it.each([
  ["Keep it, and show it less often", "kept", "Kept. It comes back less often."],
  ["Show it again later", "later", "It comes back tomorrow."],
  ["Do not bring this back", "never", "It does not come back."],
])("%s: %s", async (name, answer, words) => {
  const { said, user } = open();
  await screen.findByText("Half could be recognised.");
  const one = card("Half could be recognised.");
  await user.click(within(one).getByRole("button", { name }));
  expect(within(one).getByRole("status")).toHaveTextContent(words);
  expect(within(one).queryByRole("button")).toBeNull();
  expect(one).toHaveFocus();
  await waitFor(() => expect(said.at(-1)).toEqual(["b", { answer }]));
});

it("an answer that was not kept can be given again", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const { user } = open({ fails: true });
  await screen.findByText("Half could be recognised.");
  const one = card("Half could be recognised.");
  await user.click(within(one).getByRole("button", { name: "Show it again later" }));
  expect(await screen.findByText("Not now.")).toBeVisible();
  expect(within(one).getByRole("button", { name: "Show it again later" })).toBeVisible();
});

it("they are closed for today", async () => {
  const { said, onClosed, user } = open();
  await user.click(await screen.findByRole("button", { name: "Close" }));
  await user.click(screen.getByRole("menuitem", { name: "Not today" }));
  await waitFor(() => expect(onClosed).toHaveBeenCalledOnce());
  const now = new Date();
  const tomorrow = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  expect(said.at(-1)).toEqual({ hiddenUntil: tomorrow.toISOString() });
  expect(marksMayBeBack()).toBe(false);
  expect(screen.getByRole("switch", { name: "Bring marks back" })).toBeChecked();
});

it("they are closed for good, and turned on again", async () => {
  const { onClosed, user } = open();
  await user.click(await screen.findByRole("button", { name: "Close" }));
  await user.click(screen.getByRole("menuitem", { name: "Never bring marks back" }));
  await waitFor(() => expect(onClosed).toHaveBeenCalledOnce());
  expect(marksMayBeBack()).toBe(false);
  const onOff = screen.getByRole("switch", { name: "Bring marks back" });
  await waitFor(() => expect(onOff).not.toBeChecked());
  await user.click(onOff);
  await waitFor(() => expect(onOff).toBeChecked());
  expect(marksMayBeBack()).toBe(true);
});

it("what could not be closed stays", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const { onClosed, user } = open({ fails: true });
  await user.click(await screen.findByRole("button", { name: "Close" }));
  await user.click(screen.getByRole("menuitem", { name: "Not today" }));
  expect(await screen.findByText("Not now.")).toBeVisible();
  expect(onClosed).not.toHaveBeenCalled();
  expect(marksMayBeBack()).toBe(true);
});

it.each([
  ["none come back", { marks: [] as Listed[] }, undefined, false],
  ["some do", {}, undefined, true],
  ["they are off", { enabled: false }, undefined, false],
  ["they are on again elsewhere", { marks: [] as Listed[] }, "off", true],
])("where no room was kept nothing is shown, and it is remembered that %s", async (_, part, before, after) => {
  if (before) localStorage.setItem("marksBack", before);
  open({ ...part, room: false });
  await waitFor(() => expect(marksMayBeBack()).toBe(after));
  expect(screen.queryByRole("region", { name: "Back today" })).toBeNull();
});

it("a day with none keeps its room until the next visit", async () => {
  localStorage.setItem("marksBack", "expected");
  open({ marks: [] });
  expect(await screen.findByText("Nothing comes back today")).toBeVisible();
  expect(marksMayBeBack()).toBe(false);
});

it("what changes elsewhere shows in its place, and what went says so", async () => {
  const marks = [...MARKS];
  open({ marks });
  await screen.findByText("Half could be recognised.");
  marks[0] = { ...(MARKS[0] as Listed), color: "rose" };
  act(() => tellHighlighted("paper"));
  await waitFor(() => expect(card("An hour missed is left blank.")).toHaveClass("hl-rose"));
  marks[1] = aListed({ id: "c", quote: "Another." });
  act(() => tellHighlighted("paper"));
  expect(await within(card("Half could be recognised.")).findByText(/answered or removed elsewhere/)).toBeVisible();
  expect(within(card("Half could be recognised.")).queryByRole("button")).toBeNull();
  expect(screen.queryByText("Another.")).toBeNull();
  expect(screen.getByText("Two things you once marked")).toBeVisible();
});

it("what is answered here stays answered when it is read again", async () => {
  const marks = [...MARKS];
  const { user } = open({ marks });
  await screen.findByText("Half could be recognised.");
  await user.click(within(card("Half could be recognised.")).getByRole("button", { name: /Keep it/ }));
  marks.pop();
  act(() => tellHighlighted("paper"));
  await waitFor(() => expect(card("Half could be recognised.")).toHaveClass("back-done"));
  expect(within(card("Half could be recognised.")).getByText("Kept. It comes back less often.")).toBeVisible();
});

it("on another day the marks of that day come back, and can be answered", async () => {
  const marks = [...MARKS];
  const { user } = open({ marks });
  await screen.findByText("Half could be recognised.");
  await user.click(within(card("Half could be recognised.")).getByRole("button", { name: "Show it again later" }));
  const tomorrow = new Date(Date.now() + 86_400_000);
  vi.useFakeTimers({ toFake: ["Date"], now: tomorrow });
  marks.splice(0, 2, MARKS[1] as Listed, aListed({ id: "c", quote: "Another." }));
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
  expect(await screen.findByText("Another.")).toBeVisible();
  vi.useRealTimers();
  expect(screen.queryByText("An hour missed is left blank.")).toBeNull();
  expect(within(card("Half could be recognised.")).getByRole("button", { name: "Show it again later" })).toBeVisible();
});
