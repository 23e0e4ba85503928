import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { client } from "@/api/client";
import { noteAnswer } from "@/api/outage";
import { server } from "@/test/server";
import { Connection } from ".";

const USER = "/api/v1/getuser";
const WORDS = "Engram can’t be reached. What you typed is kept; trying again.";

let tries = 0;
let ready: () => Response = () => HttpResponse.json({ status: "ready" });

beforeEach(async () => {
  tries = 0;
  ready = () => HttpResponse.json({ status: "ready" });
  server.use(
    http.get("/readyz", () => {
      tries += 1;
      return ready();
    }),
  );
  render(<Connection />);
  await act(() => vi.dynamicImportSettled());
});

afterEach(() => {
  vi.useRealTimers();
  act(() => noteAnswer(200));
});

async function callAnswered(answer: () => Response, signal?: AbortSignal) {
  server.use(http.get(USER, answer));
  await act(() => client.GET(USER, { ...(signal && { signal }) }).then(undefined, () => {}));
}

const gone = () => HttpResponse.error();
const notice = () => screen.queryByText(WORDS);

describe("a server that can't be reached", () => {
  it("shows one line until a call gets a response, whatever it is", async () => {
    await callAnswered(gone);
    expect(notice()?.closest('[role="status"]')).not.toBeNull();
    await callAnswered(gone);
    expect(screen.getAllByText(WORDS)).toHaveLength(1);
    await callAnswered(() => HttpResponse.json({ message: "No" }, { status: 500 }));
    expect(notice()).toBeNull();
  });

  it.each([502, 504])("shows it when a proxy answers %i in its place", async (status) => {
    await callAnswered(() => new HttpResponse("", { status }));
    expect(notice()).toBeVisible();
  });

  it("shows it when its database is unavailable, until it is back", async () => {
    ready = () => HttpResponse.json({ message: "Engram is not ready yet" }, { status: 503 });
    const away = () => HttpResponse.json({ message: "Please try again" }, { status: 503 });
    await callAnswered(away);
    const words = "Engram can’t reach its database. What you typed is kept; trying again.";
    expect(await screen.findByText(words)).toBeVisible();
    await callAnswered(away);
    expect(screen.getAllByText(words)).toHaveLength(1);
    ready = () => HttpResponse.json({ status: "ready" });
    fireEvent.click(screen.getByRole("button", { name: "Try now" }));
    await waitFor(() => expect(screen.queryByText(words)).toBeNull());
  });

  it("does not show it when one part does not respond and the server is ready", async () => {
    await callAnswered(() => HttpResponse.json({ message: "Please try again" }, { status: 503 }));
    await waitFor(() => expect(tries).toBe(1));
    expect(screen.queryByText(/can’t/)).toBeNull();
  });

  it("does not show it for a cancelled call", async () => {
    const giveUp = new AbortController();
    giveUp.abort();
    await callAnswered(gone, giveUp.signal);
    expect(notice()).toBeNull();
  });

  it("U-20 says otherwise in a browser that knows to be offline", async () => {
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    await callAnswered(gone);
    expect(screen.getByText("You are offline. Engram will catch up.")).toBeVisible();
  });

  it("CONST-03 is retried every 5 s, until it is ready", async () => {
    await callAnswered(gone);
    const tryIt = vi.fn(async () => HttpResponse.json({}, { status: 502 }));
    vi.stubGlobal("fetch", tryIt);
    vi.useFakeTimers();
    // Once more, so that its clock is the one that the test moves.
    act(() => noteAnswer(200));
    act(() => noteAnswer(502));
    const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
    await pass(4900);
    expect(tryIt).not.toHaveBeenCalled();
    await pass(200);
    expect(tryIt).toHaveBeenCalledExactlyOnceWith("/readyz", expect.anything());
    expect(notice()).toBeVisible();
    tryIt.mockResolvedValue(HttpResponse.json({}, { status: 200 }));
    await pass(5000);
    expect(notice()).toBeNull();
    await pass(20_000);
    expect(tryIt).toHaveBeenCalledTimes(2);
  });

  it("is retried at once by Try now", async () => {
    await callAnswered(gone);
    ready = gone;
    const button = screen.getByRole("button", { name: "Try now" });
    fireEvent.click(button);
    await waitFor(() => expect(tries).toBe(1));
    await waitFor(() => expect(button).not.toHaveAttribute("aria-busy"));
    expect(notice()).toBeVisible();
    ready = () => HttpResponse.json({ status: "ready" });
    fireEvent.click(button);
    await waitFor(() => expect(notice()).toBeNull());
  });
});
