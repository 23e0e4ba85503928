import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { follow } from "@/api/follow";
import { getToken, setToken } from "@/api/session";
import { BEGINNING, EventStream, setVisibility } from "@/test/event-stream";
import { aMemory } from "@/test/memory";
import { newsIn } from "./changes";

/** The streams that were opened, the last one last. */
let streams: EventStream[] = [];
/** What the next calls answer in place of a stream. */
let refusals: (() => Response)[] = [];
/** What each stream says at once. */
let beginning = BEGINNING;
let stop: () => void = () => {};

const follower = {
  lastChange: vi.fn(() => "7"),
  reread: vi.fn(async () => {}),
  live: vi.fn(),
  newsIn,
  changed: vi.fn(),
};
const last = () => streams.at(-1) as EventStream;
const passes = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
const isLive = () => follower.live.mock.lastCall?.[0];

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  setToken("raw-token");
  streams = [];
  refusals = [];
  beginning = BEGINNING;
  vi.stubGlobal("fetch", async (request: Request) => {
    const refusal = refusals.shift();
    if (refusal) return refusal();
    streams.push(new EventStream(request, beginning));
    return last().response;
  });
});

afterEach(async () => {
  stop();
  await passes(0);
  vi.useRealTimers();
});

async function begin() {
  stop = follow(follower);
  await passes(0);
}

const refuse = (status: number) => () => Response.json({ message: "No" }, { status });
const noAnswer = () => {
  throw new TypeError("Failed to fetch");
};

describe("the stream of changes", () => {
  it("is requested with the raw token from the list's last change, without reading the list again", async () => {
    await begin();
    expect(last().headers.get("authorization")).toBe("raw-token");
    expect(last().headers.get("last-event-id")).toBe("7");
    expect(follower.reread).not.toHaveBeenCalled();
    expect(isLive()).toBe(true);
  });

  it("waits for the list to be read again where the last change is unknown", async () => {
    follower.lastChange.mockReturnValueOnce("");
    let answer = () => {};
    follower.reread.mockImplementationOnce(
      () =>
        new Promise<void>((resolve) => {
          answer = resolve;
        }),
    );
    await begin();
    expect(last().headers.get("last-event-id")).toBeNull();
    expect(follower.reread).toHaveBeenCalledOnce();
    expect(follower.live).not.toHaveBeenCalled();
    answer();
    await passes(0);
    expect(isLive()).toBe(true);
  });

  it("delivers its changes in order", async () => {
    await begin();
    const memory = aMemory({ _id: "b" });
    last().say(": still here\n\n");
    last().tell("step", { _id: "b", step: "reading" });
    last().tell("memory", memory, 4);
    last().tell("deleted", { _id: "a" }, 5);
    await passes(0);
    expect(follower.changed.mock.calls.flatMap(([changes]) => changes)).toEqual([
      { kind: "step", id: "b", step: "reading" },
      { kind: "memory", memory },
      { kind: "deleted", id: "a" },
    ]);
    expect(follower.changed.mock.lastCall?.[1]).toBe("5");
  });

  it("API-24 that ends is reopened after 2 s, from its last change, and the list is not read again", async () => {
    await begin();
    last().tell("deleted", { _id: "a" }, 41);
    await passes(0);
    last().end();
    await passes(1900);
    expect(isLive()).toBe(false);
    expect(streams).toHaveLength(1);
    await passes(200);
    expect(streams).toHaveLength(2);
    expect(last().headers.get("last-event-id")).toBe("41");
    expect(follower.reread).not.toHaveBeenCalled();
    expect(isLive()).toBe(true);
  });

  it("that can't be opened makes the list poll instead", async () => {
    await begin();
    refusals = [refuse(502)];
    last().end();
    await passes(2100);
    expect(streams).toHaveLength(1);
    expect(follower.reread).toHaveBeenCalledOnce();
    await passes(4000);
    expect(streams).toHaveLength(2);
    expect(follower.reread).toHaveBeenCalledOnce();
  });

  it("waits as long as Retry-After asks", async () => {
    await begin();
    last().say("retry: 700\n: still here\n\n");
    await passes(0);
    last().end();
    await passes(600);
    expect(streams).toHaveLength(1);
    await passes(200);
    expect(streams).toHaveLength(2);
  });

  it("that can't be opened is retried with a backoff, at least every 30 s", async () => {
    const tries: number[] = [];
    const noted = (refusal: () => Response) => () => {
      tries.push(Date.now());
      return refusal();
    };
    refusals = [noAnswer, refuse(502), refuse(500), noAnswer, noAnswer, noAnswer, noAnswer].map(noted);
    await begin();
    await passes(150_000);
    expect(tries.slice(1).map((at, index) => at - (tries[index] ?? 0))).toEqual([
      2000, 4000, 8000, 16_000, 30_000, 30_000,
    ]);
    expect(streams).toHaveLength(1);
    expect(isLive()).toBe(true);
    // It lived: the next loss is the first one again.
    for (let beat = 0; beat < 3; beat++) {
      last().say(": still here\n\n");
      await passes(20_000);
    }
    last().end();
    await passes(2100);
    expect(streams).toHaveLength(2);
  });

  it("whose bytes are buffered is not live until the first one arrives", async () => {
    beginning = "";
    await begin();
    await passes(30_000);
    expect(follower.live).not.toHaveBeenCalled();
    last().say(BEGINNING);
    await passes(0);
    expect(isLive()).toBe(true);
  });

  it("that delivered nothing counts as failed, however long it lasted", async () => {
    beginning = "";
    await begin();
    await passes(50_000 + 2000);
    expect(streams).toHaveLength(2);
    await passes(50_000 + 3900);
    expect(streams).toHaveLength(2);
    beginning = BEGINNING;
    await passes(200);
    expect(streams).toHaveLength(3);
    expect(isLive()).toBe(true);
    await passes(50_000 + 2000);
    expect(streams).toHaveLength(4);
  });

  it("that is silent for 50 s is reopened; a heartbeat is enough", async () => {
    await begin();
    await passes(45_000);
    last().say(": still here\n\n");
    await passes(45_000);
    expect(last().closed).toBe(false);
    await passes(5100);
    expect(streams[0]?.closed).toBe(true);
    expect(isLive()).toBe(false);
    await passes(2000);
    expect(streams).toHaveLength(2);
  });

  it("is open only while the page is visible", async () => {
    await begin();
    setVisibility("hidden");
    await passes(0);
    expect(last().closed).toBe(true);
    expect(isLive()).toBe(false);
    await passes(120_000);
    expect(streams).toHaveLength(1);
    setVisibility("visible");
    await passes(0);
    expect(streams).toHaveLength(2);
    expect(isLive()).toBe(true);
  });

  it("waits for a page that opens in the background", async () => {
    setVisibility("hidden");
    await begin();
    expect(streams).toHaveLength(0);
    setVisibility("visible");
    await passes(0);
    expect(streams).toHaveLength(1);
  });

  it("U-13 that is refused for the token ends the session, and is not retried", async () => {
    refusals = [refuse(401)];
    await begin();
    expect(getToken()).toBeNull();
    await passes(120_000);
    expect(streams).toHaveLength(0);
  });

  it.each([
    ["while it is open", () => {}],
    ["between two of them", () => last().end()],
  ])("stops for good %s", async (_, before) => {
    await begin();
    before();
    await passes(100);
    stop();
    await passes(120_000);
    expect(streams).toHaveLength(1);
    expect(isLive()).toBe(false);
    expect(follower.changed).not.toHaveBeenCalled();
  });

  it("continues when the list that is read again fails, until it ends", async () => {
    follower.lastChange.mockReturnValueOnce("");
    follower.reread.mockImplementationOnce(() => new Promise<void>(() => {}));
    await begin();
    await passes(50_100);
    expect(isLive()).toBe(false);
    expect(streams[0]?.closed).toBe(true);
    await passes(2000);
    expect(streams).toHaveLength(2);
    expect(isLive()).toBe(true);
  });

  it("reads again at each start what has no numbers", async () => {
    const { lastChange: _, ...unnumbered } = follower;
    stop = follow(unnumbered);
    await passes(0);
    last().tell("deleted", { _id: "a" }, 5);
    await passes(0);
    expect(follower.reread).toHaveBeenCalledOnce();
    last().end();
    await passes(2000);
    expect(streams).toHaveLength(2);
    expect(last().headers.get("last-event-id")).toBeNull();
    expect(follower.reread).toHaveBeenCalledTimes(2);
  });

  it("continues after unknown events", async () => {
    await begin();
    last().say("event: memory\ndata: {broken\n\n");
    last().tell("deleted", { _id: "a" });
    await passes(0);
    expect(follower.changed.mock.calls.flatMap(([changes]) => changes)).toEqual([{ kind: "deleted", id: "a" }]);
  });
});
