import { act, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { setToken } from "@/api/session";
import { aUser, serveAccount } from "@/test/account";
import { stubLayout } from "@/test/layout";
import { renderSettings } from "@/test/render-settings";
import { server } from "@/test/server";
import { PROGRESS_POLL } from "./api";
import { type Reading, readingLine, readingMeaning } from "./model";

const READING = "/api/v1/reading";
const MODEL = "all-MiniLM-L6-v2";

beforeEach(() => {
  stubLayout();
  serveAccount();
  setToken("secret");
});
afterEach(() => vi.useRealTimers());

/**
 * Renders the page with a server that returns these answers in turn, then the last one again. `asked` counts its calls.
 */
function page(...answers: (Reading | Response)[]) {
  const calls = { asked: 0 };
  server.use(
    http.get(READING, () => {
      const answer = answers[Math.min(calls.asked++, answers.length - 1)];
      return answer instanceof Response ? answer.clone() : HttpResponse.json(answer);
    }),
  );
  return { calls, ...renderSettings(aUser()) };
}

const section = (name: string) => within(screen.getByRole("region", { name }));
const bar = () => screen.getByRole("progressbar", { name: "Close reading" });

describe("the progress line", () => {
  test.each<[Reading, string]>([
    [{ model: MODEL, read: 2140, passages: 9800 }, "2,140 of 9,800 passages read closely"],
    [{ model: MODEL, read: 0, passages: 1 }, "0 of 1 passages read closely"],
    [{ model: MODEL, read: 9800, passages: 9800 }, "All 9,800 passages read closely"],
    [{ model: MODEL, read: 1, passages: 1 }, "The only passage is read closely"],
    [{ model: MODEL, read: 0, passages: 0 }, "Nothing to read yet."],
    [{ model: "", read: 0, passages: 9800 }, "Search goes by words alone."],
  ])("%j says %s", (reading, line) => {
    expect(readingLine(reading)).toBe(line);
  });

  test("what it means depends on whether there is a model", () => {
    expect(readingMeaning({ model: MODEL, read: 0, passages: 0 })).toContain("once it has read it closely");
    expect(readingMeaning({ model: "", read: 0, passages: 0 })).toContain("no model");
  });
});

describe("settings", () => {
  test("UI-06 POL-10 has theme, keys, term and privacy, and links to the rest", async () => {
    page({ model: MODEL, read: 2, passages: 2 });
    const dark = section("Theme").getByRole("switch", { name: "Dark mode" });
    expect(dark).toBeChecked();
    await userEvent.click(dark);
    expect(dark).not.toBeChecked();
    const keys = section("Keys").getByRole("switch", { name: "Single-key shortcuts" });
    await userEvent.click(keys);
    expect(keys).not.toBeChecked();
    expect(localStorage.getItem("singleKeys")).toBe("false");
    const privacy = section("Privacy");
    expect(await privacy.findByRole("radio", { name: /until you delete/ })).toBeChecked();
    expect(privacy.getByText(/Nothing is sent to an AI provider/)).toBeVisible();
    const ways = section("Your data").getAllByRole("link");
    expect(ways.map((way) => way.getAttribute("href"))).toEqual([
      "/profile/data",
      "/profile/feeds",
      "/conversations",
      "/highlights",
      "/profile#security",
      "/profile#usage",
    ]);
    for (const id of ["theme", "keys", "privacy", "reading", "data"])
      expect(document.getElementById(id)).toBeInTheDocument();
  });

  test("shows the progress of reading the memories, in words and with a bar", async () => {
    page({ model: MODEL, read: 2140, passages: 9800 });
    expect(await section("Close reading").findByText("2,140 of 9,800 passages read closely")).toBeVisible();
    expect(bar()).toHaveAttribute("aria-valuenow", "2140");
    expect(bar()).toHaveAttribute("aria-valuemax", "9800");
    expect(bar()).toHaveAttribute("aria-valuetext", "2,140 of 9,800 passages read closely");
  });

  test("has no bar without a model or without memories", async () => {
    page({ model: "", read: 0, passages: 3 });
    expect(await screen.findByText("Search goes by words alone.")).toBeVisible();
    expect(screen.queryByRole("progressbar")).not.toBeInTheDocument();
  });

  test("a failure shows one line, and Try again retries", async () => {
    vi.spyOn(console, "error").mockReturnValue();
    page(HttpResponse.json({ message: "down" }, { status: 503 }), { model: MODEL, read: 3, passages: 3 });
    expect(await screen.findByText("The progress can’t be read right now.")).toBeVisible();
    expect(screen.queryByText("down")).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("All 3 passages read closely")).toBeVisible();
    expect(screen.queryByText("The progress can’t be read right now.")).not.toBeInTheDocument();
  });
});

describe("while something is unread", () => {
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

  beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));

  test("the progress is read every two seconds, until all is read", async () => {
    const { calls } = page(
      { model: MODEL, read: 1, passages: 3 },
      { model: MODEL, read: 2, passages: 3 },
      { model: MODEL, read: 3, passages: 3 },
    );
    expect(await screen.findByText("1 of 3 passages read closely")).toBeVisible();
    await pass(PROGRESS_POLL + 100);
    expect(await screen.findByText("2 of 3 passages read closely")).toBeVisible();
    await pass(PROGRESS_POLL + 100);
    expect(await screen.findByText("All 3 passages read closely")).toBeVisible();
    await pass(10_000);
    expect(calls.asked).toBe(3);
  });

  test("polling stops after a failure", async () => {
    vi.spyOn(console, "error").mockReturnValue();
    const { calls } = page(HttpResponse.json({ message: "down" }, { status: 503 }));
    await screen.findByText("The progress can’t be read right now.");
    await pass(10_000);
    expect(calls.asked).toBe(1);
  });

  test("nothing is requested while the page is hidden, nor after it was left", async () => {
    const { calls, unmount } = page({ model: MODEL, read: 1, passages: 3 });
    await screen.findByText("1 of 3 passages read closely");
    const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
    const before = calls.asked;
    await pass(10_000);
    expect(calls.asked).toBe(before);
    visibility.mockReturnValue("visible");
    await pass(PROGRESS_POLL + 100);
    expect(calls.asked).toBeGreaterThan(before);
    unmount();
    const left = calls.asked;
    await pass(10_000);
    expect(calls.asked).toBe(left);
  });
});
