import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { Toaster, toast } from "sonner";
import { SWRConfig } from "swr";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { setToken } from "@/api/session";
import { server } from "@/test/server";
import { useSettings } from ".";
import { PROGRESS_POLL } from "./api";
import { type Reading, readingLine, readingMeaning } from "./model";

const READING = "/api/v1/reading";
const MODEL = "all-MiniLM-L6-v2";

beforeEach(() => {
  setToken("secret");
  toast.dismiss();
});
afterEach(() => vi.useRealTimers());

function Page() {
  const { open, dialog } = useSettings();
  return (
    <>
      <button type="button" onClick={open}>
        Open
      </button>
      {dialog}
      <Toaster />
    </>
  );
}

/** The page with a server that gives these answers in turn, the last one again and again; `asked` counts its calls. */
function page(...answers: (Reading | Response)[]) {
  const calls = { asked: 0 };
  server.use(
    http.get(READING, () => {
      const answer = answers[Math.min(calls.asked++, answers.length - 1)];
      return answer instanceof Response ? answer.clone() : HttpResponse.json(answer);
    }),
  );
  render(
    <SWRConfig value={{ provider: () => new Map(), shouldRetryOnError: false }}>
      <Page />
    </SWRConfig>,
  );
  return calls;
}

async function openSettings() {
  await userEvent.click(screen.getByRole("button", { name: "Open" }));
  return within(await screen.findByRole("dialog", { name: "Settings" }));
}

const bar = () => screen.getByRole("progressbar", { name: "Close reading" });

describe("the line", () => {
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
  test("nothing is asked before they open", () => {
    const calls = page({ model: MODEL, read: 1, passages: 2 });
    expect(calls.asked).toBe(0);
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  test("they say how far the memories are read, in words and with a bar", async () => {
    page({ model: MODEL, read: 2140, passages: 9800 });
    const dialog = await openSettings();
    expect(await dialog.findByText("2,140 of 9,800 passages read closely")).toBeVisible();
    expect(dialog.getByRole("region", { name: "Close reading" })).toBeVisible();
    expect(bar()).toHaveAttribute("aria-valuenow", "2140");
    expect(bar()).toHaveAttribute("aria-valuemax", "9800");
    expect(bar()).toHaveAttribute("aria-valuetext", "2,140 of 9,800 passages read closely");
  });

  test("without a model, and with nothing saved, there is no bar", async () => {
    page({ model: "", read: 0, passages: 3 });
    const dialog = await openSettings();
    expect(await dialog.findByText("Search goes by words alone.")).toBeVisible();
    expect(screen.queryByRole("progressbar")).not.toBeInTheDocument();
  });

  test("Escape and the button close them, and the focus goes back", async () => {
    page({ model: MODEL, read: 2, passages: 2 });
    for (const close of [
      () => userEvent.keyboard("{Escape}"),
      () => userEvent.click(screen.getByRole("button", { name: "Close" })),
    ]) {
      await openSettings();
      await close();
      await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
      await waitFor(() => expect(screen.getByRole("button", { name: "Open" })).toHaveFocus());
    }
  });

  test("a failure is a quiet line, and Try again asks again", async () => {
    vi.spyOn(console, "error").mockReturnValue();
    page(HttpResponse.json({ message: "down" }, { status: 503 }), { model: MODEL, read: 3, passages: 3 });
    const dialog = await openSettings();
    expect(await dialog.findByText("The progress can’t be read right now.")).toBeVisible();
    expect(dialog.queryByText("down")).not.toBeInTheDocument();
    await userEvent.click(dialog.getByRole("button", { name: "Try again" }));
    expect(await dialog.findByText("All 3 passages read closely")).toBeVisible();
    expect(dialog.queryByText("The progress can’t be read right now.")).not.toBeInTheDocument();
  });
});

describe("while something is unread", () => {
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

  async function openAndWait() {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    screen.getByRole("button", { name: "Open" }).click();
    await screen.findByRole("dialog", { name: "Settings" });
  }

  test("the progress is read every two seconds, until all is read", async () => {
    const calls = page(
      { model: MODEL, read: 1, passages: 3 },
      { model: MODEL, read: 2, passages: 3 },
      { model: MODEL, read: 3, passages: 3 },
    );
    await openAndWait();
    expect(await screen.findByText("1 of 3 passages read closely")).toBeVisible();
    await pass(PROGRESS_POLL + 100);
    expect(await screen.findByText("2 of 3 passages read closely")).toBeVisible();
    await pass(PROGRESS_POLL + 100);
    expect(await screen.findByText("All 3 passages read closely")).toBeVisible();
    await pass(10_000);
    expect(calls.asked).toBe(3);
  });

  test("nothing is asked by the clock after a failure", async () => {
    vi.spyOn(console, "error").mockReturnValue();
    const calls = page(HttpResponse.json({ message: "down" }, { status: 503 }));
    await openAndWait();
    await screen.findByText("The progress can’t be read right now.");
    await pass(10_000);
    expect(calls.asked).toBe(1);
  });

  test("nothing is asked while the page is hidden, nor once they are closed", async () => {
    const calls = page({ model: MODEL, read: 1, passages: 3 });
    await openAndWait();
    await screen.findByText("1 of 3 passages read closely");
    const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
    const before = calls.asked;
    await pass(10_000);
    expect(calls.asked).toBe(before);
    visibility.mockReturnValue("visible");
    await pass(PROGRESS_POLL + 100);
    expect(calls.asked).toBeGreaterThan(before);
    screen.getByRole("button", { name: "Close" }).click();
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    const closed = calls.asked;
    await pass(10_000);
    expect(calls.asked).toBe(closed);
  });
});
