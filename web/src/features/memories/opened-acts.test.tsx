import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { onChanged } from "@/memory/changed";
import type { Memory } from "@/memory/kinds";
import { onTagsAsked } from "@/memory/tags/asked";
import { stubLayout } from "@/test/layout";
import { aMemory } from "@/test/memory";
import { server } from "@/test/server";
import { OpenedActs, OpenedEntries } from "./opened-acts";

const NOTHING = { leaf: 0, share: 0 };
const calls: string[] = [];
let told: Memory[] = [];
let stop = () => {};

beforeEach(() => {
  stubLayout();
  calls.length = 0;
  told = [];
  stop = onChanged((memories) => told.push(...memories));
  server.use(
    http.all("/api/v1/content/:id/:what?", async ({ request, params }) => {
      const text = await request.text();
      calls.push(`${request.method} ${params.what ?? ""} ${text}`.trim());
      return HttpResponse.json({ content: { ...aMemory({ _id: "m" }), ...(text && JSON.parse(text)) } });
    }),
  );
});
afterEach(() => stop());

it("what is opened is noted, and read from now on, once", async () => {
  const memory = aMemory({ _id: "m" });
  const { rerender } = render(<OpenedActs memory={memory} kept={undefined} />);
  await waitFor(() => expect(calls).toEqual(["POST opened"]));
  rerender(<OpenedActs memory={memory} kept={NOTHING} />);
  rerender(<OpenedActs memory={{ ...memory, progress: 0 }} kept={NOTHING} />);
  rerender(<OpenedActs memory={memory} kept={NOTHING} />);
  await waitFor(() => expect(calls).toEqual(["POST opened", 'PUT progress {"leaf":0,"share":0}']));
  expect(told).toEqual([{ ...memory, progress: 0, readTo: 0 }]);
});

it("what was read on another device, of which the list does not know, keeps its place", async () => {
  const memory = aMemory({ _id: "m" });
  render(<OpenedActs memory={memory} kept={{ leaf: 60, share: 0.6 }} />);
  await waitFor(() => expect(calls).toEqual(["POST opened"]));
  expect(told).toEqual([{ ...memory, progress: 0.6, readTo: 60 }]);
});

it("what was read before, and a note, keep their progress", async () => {
  render(<OpenedActs memory={aMemory({ _id: "m", progress: 0.4 })} kept={{ leaf: 40, share: 0.4 }} />);
  render(<OpenedActs memory={aMemory({ _id: "n", type: "note" })} kept={NOTHING} />);
  await waitFor(() => expect(calls).toEqual(["POST opened", "POST opened"]));
});

it("its keys star, archive, mark and tag it, before the page's own; so do its buttons", async () => {
  const user = userEvent.setup();
  const memory = aMemory({ _id: "m", progress: 1 });
  const page = vi.fn((event: KeyboardEvent) => event.defaultPrevented);
  window.addEventListener("keydown", page);
  const asked = vi.fn();
  const unask = onTagsAsked(asked);
  render(<OpenedActs memory={memory} kept={NOTHING} />);
  await user.keyboard("seu#");
  expect(asked).toHaveBeenCalledExactlyOnceWith(memory);
  expect(page.mock.results.map(({ value }) => value)).toEqual([true, true, true, true]);
  await waitFor(() =>
    expect(calls).toEqual([
      "POST opened",
      ...['{"starred":true}', '{"archived":true}', '{"unread":true}'].map((body) => `PATCH  ${body}`),
    ]),
  );
  await user.click(screen.getByRole("button", { name: "Star" }));
  await waitFor(() => expect(calls).toHaveLength(5));
  unask();
  window.removeEventListener("keydown", page);
});

it("is marked as unread in its menu as well, but a note", async () => {
  const user = userEvent.setup();
  const { container, rerender } = render(<OpenedEntries memory={aMemory({ _id: "m", progress: 0.4 })} />);
  await user.click(screen.getByRole("menuitem", { name: "Mark as unread" }));
  await waitFor(() => expect(calls).toEqual(['PATCH  {"unread":true}']));
  rerender(<OpenedEntries memory={aMemory({ _id: "m" })} />);
  expect(screen.getByRole("menuitem", { name: "Mark as read" })).toBeVisible();
  rerender(<OpenedEntries memory={aMemory({ _id: "m", type: "note" })} />);
  expect(container).toBeEmptyDOMElement();
});
