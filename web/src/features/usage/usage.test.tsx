import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { MemoryRouter } from "react-router";
import { SWRConfig } from "swr";
import { describe, expect, it, test, vi } from "vitest";
import { server } from "@/test/server";
import { ByDay } from "./by-day";
import { Logs } from "./logs";
import { type Call, type Day, movedBy, topOf } from "./model";
import { Space } from "./space";

const year = new Date().getFullYear();
const DAYS: Day[] = Array.from({ length: 28 }, (_, at) => ({
  day: `${year}-02-${String(at + 1).padStart(2, "0")}`,
  saves: at,
  searches: at % 2,
}));

function open(part: React.ReactNode) {
  render(
    <SWRConfig value={{ dedupingInterval: 0, provider: () => new Map(), shouldRetryOnError: false }}>
      <MemoryRouter>{part}</MemoryRouter>
    </SWRConfig>,
  );
}

describe("the days", () => {
  it("are moved over by keys and spoken, and stand in a table as well", async () => {
    const asked: (string | null)[] = [];
    server.use(
      http.get("/api/v1/usage/days", ({ request }) => {
        asked.push(new URL(request.url).searchParams.get("days"));
        return HttpResponse.json({ days: DAYS });
      }),
    );
    open(<ByDay />);
    const chart = await screen.findByRole("application", { name: /Saves and searches by day/ });
    const says = screen.getByRole("status");
    chart.focus();
    await userEvent.keyboard("{ArrowLeft}");
    expect(says).toHaveTextContent("Feb 28: 27 saved, 1 search");
    await userEvent.keyboard("{ArrowLeft}");
    expect(says).toHaveTextContent("Feb 27: 26 saved, 0 searches");
    await userEvent.keyboard("{Home}");
    expect(says).toHaveTextContent("Feb 1: 0 saved, 0 searches");
    await userEvent.click(screen.getByText("Each day in a table"));
    const rows = within(screen.getByRole("table")).getAllByRole("row");
    expect(rows).toHaveLength(29);
    expect(rows[1]).toHaveTextContent("Feb 28271");
    await userEvent.click(screen.getByRole("radio", { name: "A year" }));
    await waitFor(() => expect(asked).toEqual(["30", "365"]));
  });

  test.each([
    ["ArrowRight", 3, 4],
    ["ArrowRight", 9, 9],
    ["PageUp", 3, 0],
    ["End", 0, 9],
    ["a", 0, undefined],
  ])("%s from %s moves to %s", (key, from, to) => expect(movedBy(key, from, 10)).toBe(to));

  test.each([
    [0, 1],
    [3, 5],
    [10, 10],
    [11, 20],
    [1115, 2000],
  ])("a chart of at most %s has its top at %s", (most, top) =>
    expect(topOf([{ day: "2026-11-25", saves: most, searches: 0 }])).toBe(top),
  );

  it("that can’t be read can be tried again", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    server.use(http.get("/api/v1/usage/days", () => HttpResponse.json({ message: "no" }, { status: 500 })));
    open(<ByDay />);
    const again = await screen.findByRole("button", { name: "Try again" });
    server.use(http.get("/api/v1/usage/days", () => HttpResponse.json({ days: DAYS })));
    await userEvent.click(again);
    expect(await screen.findByRole("application")).toBeVisible();
  });
});

it("space is shown by kind, the largest first, without what is empty", async () => {
  const kind = (kind: string, files: number) => ({ kind, memories: 2, text: 1000, files, pictures: 0 });
  server.use(
    http.get("/api/v1/usage/storage", () =>
      HttpResponse.json({
        kinds: [kind("note", 0), kind("document", 846_000_000), { ...kind("tweet", 0), text: 0, memories: 0 }],
        total: 846_002_000,
      }),
    ),
  );
  open(<Space />);
  expect((await screen.findAllByRole("listitem")).map(({ textContent }) => textContent)).toEqual([
    "Documents2 memories · text 1.0 KB · files 846 MB846 MB",
    "Notes2 memories · text 1.0 KB1.0 KB",
  ]);
});

it("what was sent names its memories with links; tables are saved as files", async () => {
  const memories = Array.from({ length: 5 }, (_, at) => ({ id: `m${at}`, title: `Memory ${at}` }));
  const call: Call = {
    id: "1",
    at: new Date().toISOString(),
    model: "small-1",
    purpose: "answer",
    promptTokens: 1200,
    completionTokens: 85,
    memories,
    count: 6,
  };
  server.use(
    http.get("/api/v1/usage/ai", () => HttpResponse.json({ calls: [call] })),
    http.get("/api/v1/audit.csv", () => HttpResponse.text("When,What\n")),
  );
  open(<Logs pathOf={(id) => `/home/memory/${id}`} historyPath="/profile#security" />);
  expect(await screen.findByText("1,200 tokens sent, 85 back", { exact: false })).toBeVisible();
  expect(screen.getByRole("link", { name: "Memory 0" })).toHaveAttribute("href", "/home/memory/m0");
  await userEvent.click(screen.getByRole("button", { name: "And 3 more" }));
  expect(screen.getByRole("link", { name: "Memory 4" })).toBeVisible();
  expect(screen.getByText("One that is gone since")).toBeVisible();

  const saved: string[] = [];
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:it", revokeObjectURL: () => {} }));
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  await userEvent.click(screen.getByRole("button", { name: "Save sign-ins and changes as a table" }));
  await waitFor(() => expect(saved).toEqual(["engram-audit.csv"]));
});
