import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { PlayerMessage } from "./messages";
import { watchMedia } from "./watch-media";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A fake media element with these properties. */
function aMedia(known: { duration?: number; currentTime?: number; reach?: number }) {
  const media = document.createElement("video");
  const state = { duration: Number.NaN, currentTime: 0, reach: 0, ...known };
  Object.defineProperties(media, {
    duration: { get: () => state.duration },
    currentTime: {
      get: () => state.currentTime,
      set: (place: number) => {
        state.currentTime = place;
      },
    },
    seekable: { get: () => ({ length: 1, start: () => 0, end: () => state.reach }) },
  });
  return { media, state };
}

function watch(media: HTMLMediaElement, startAt = 0) {
  const messages: PlayerMessage[] = [];
  const stop = watchMedia(media, startAt, (one) => messages.push(one));
  return { messages, stop, say: (type: string) => media.dispatchEvent(new Event(type)) };
}

describe("a watched media element", () => {
  test("VIDEO-01 is ready when its metadata has loaded", () => {
    const { messages, say } = watch(aMedia({}).media);
    say("loadedmetadata");
    expect(messages).toEqual([{ type: "ready" }]);
  });

  test("VIDEO-05 reports its position every 1000 ms, while it plays", () => {
    const { media, state } = aMedia({});
    const { messages, say } = watch(media);
    const positions = () => messages.filter(({ type }) => type === "progress").length;
    say("play");
    vi.advanceTimersByTime(999);
    expect(positions()).toBe(0);
    state.currentTime = 7;
    vi.advanceTimersByTime(2001);
    expect(positions()).toBe(3);
    expect(messages.at(-1)).toEqual({ type: "progress", place: 7 });
    say("pause");
    vi.advanceTimersByTime(5000);
    expect(positions()).toBe(3);
  });

  test("VIDEO-05 polls its length every 100 ms until it is known, and reports it once", () => {
    const { media, state } = aMedia({});
    const { messages } = watch(media);
    state.duration = Number.POSITIVE_INFINITY;
    vi.advanceTimersByTime(1000);
    expect(messages).toEqual([]);
    state.duration = 12.5;
    vi.advanceTimersByTime(99);
    expect(messages).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(messages).toHaveLength(1);
    vi.advanceTimersByTime(1000);
    expect(messages).toEqual([{ type: "duration", duration: 12.5 }]);
  });

  test("VIDEO-05 seeks to the start position as soon as that is seekable", () => {
    const { media, state } = aMedia({ reach: 5 });
    const { say } = watch(media, 60);
    say("loadedmetadata");
    vi.advanceTimersByTime(3000);
    expect(state.currentTime).toBe(0);
    state.reach = 100;
    vi.advanceTimersByTime(100);
    expect(state.currentTime).toBe(60);
  });

  test("VIDEO-05 does not seek back at the next part of a stream", () => {
    const { media, state } = aMedia({ reach: 100 });
    const { messages, say } = watch(media, 60);
    say("loadedmetadata");
    state.currentTime = 90;
    say("loadedmetadata");
    vi.advanceTimersByTime(1000);
    expect(state.currentTime).toBe(90);
    expect(messages).toEqual([{ type: "ready" }]);
  });

  test.each([
    [4999, 60],
    [5000, 0],
  ])("VIDEO-05 gives up seeking after 5000 ms: what can be reached after %i plays from %i", (ms, place) => {
    const { media, state } = aMedia({ reach: 5 });
    const { say } = watch(media, 60);
    say("loadedmetadata");
    vi.advanceTimersByTime(ms);
    state.reach = 100;
    vi.advanceTimersByTime(5000);
    expect(state.currentTime).toBe(place);
  });

  test.each([
    [2, "unreachable"],
    [3, "unplayable"],
    [4, "unplayable"],
  ])("VIDEO-06 tells what error %d means: %s", (code, problem) => {
    vi.stubGlobal("MediaError", { MEDIA_ERR_NETWORK: 2 });
    const { media } = aMedia({});
    Object.defineProperty(media, "error", { value: { code } });
    const { messages, say } = watch(media);
    say("error");
    expect(messages).toEqual([{ type: "error", problem }]);
  });

  test("reports nothing after it was stopped", () => {
    const { media, state } = aMedia({ reach: 0 });
    const { messages, say, stop } = watch(media, 60);
    say("loadedmetadata");
    say("play");
    messages.length = 0;
    stop();
    state.duration = 3;
    for (const type of ["loadedmetadata", "play", "ended", "error"]) say(type);
    vi.advanceTimersByTime(10_000);
    expect(messages).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
