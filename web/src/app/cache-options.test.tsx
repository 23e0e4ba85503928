import { act, render } from "@testing-library/react";
import useSWR, { SWRConfig } from "swr";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "@/api/errors";
import { cacheOptions } from "./cache-options";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const passes = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

function Reader({ read }: { read: () => Promise<unknown> }) {
  useSWR("data", read);
  return null;
}

/** The given number of readers of the same data, over one cache with these options. */
function readers(read: () => Promise<unknown>, options: typeof cacheOptions = cacheOptions) {
  const cache = new Map();
  const page = (count: number) => (
    <SWRConfig value={{ ...options, provider: () => cache }}>
      {Array.from({ length: count }, (_, index) => `reader ${index}`).map((key) => (
        <Reader key={key} read={read} />
      ))}
    </SWRConfig>
  );
  const { rerender } = render(page(1));
  return (count: number) => rerender(page(count));
}

describe("the cache for server data", () => {
  it("CONST-01 requests the same data once within 2 s", async () => {
    const read = vi.fn(async () => "data");
    const show = readers(read);
    await passes(1900);
    show(2);
    await passes(50);
    expect(read).toHaveBeenCalledTimes(1);
    await passes(200);
    show(3);
    await passes(50);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it("CONST-02 requests again on focus, at most every 5 s", async () => {
    const read = vi.fn(async () => "data");
    readers(read);
    await passes(6000);
    const focus = () => act(() => void window.dispatchEvent(new Event("focus")));
    focus();
    await passes(4900);
    focus();
    await passes(0);
    expect(read).toHaveBeenCalledTimes(2);
    await passes(200);
    focus();
    await passes(0);
    expect(read).toHaveBeenCalledTimes(3);
  });

  it("CONST-03 retries 5 s after each error", async () => {
    const read = vi.fn(async () => {
      throw new Error("no");
    });
    readers(read);
    await passes(4900);
    expect(read).toHaveBeenCalledTimes(1);
    await passes(200);
    expect(read).toHaveBeenCalledTimes(2);
    await passes(5000);
    expect(read).toHaveBeenCalledTimes(3);
  });

  it("U-13 does not retry once the session has ended", async () => {
    const read = vi.fn(async () => {
      throw new ApiError(401, "Sign in first");
    });
    readers(read);
    await passes(11_000);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it("CONST-03 retries after 10 s on a slow connection", async () => {
    vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { connection: { effectiveType: "2g" } }));
    vi.resetModules();
    const { cacheOptions: slow } = await import("./cache-options");
    const read = vi.fn(async () => {
      throw new Error("no");
    });
    readers(read, slow);
    await passes(9900);
    expect(read).toHaveBeenCalledTimes(1);
    await passes(200);
    expect(read).toHaveBeenCalledTimes(2);
  });
});
