import { waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { client } from "@/api/client";
import { prefetchedBody, setPrefetched } from "@/api/prefetched";
import { setToken } from "@/api/session";
import script from "../../public/early.js?raw";
import { early } from "./early";

const LIST = "/api/v1/content?limit=60";

setPrefetched(early);

/** Runs the script of the page as it would at this address, and gives what it asked for. */
function visit(address: string, status = 200): string[] {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (input: string | Request, options?: RequestInit) => {
    const early = typeof input === "string";
    const path = early ? input : new URL(input.url).pathname;
    const headers = new Headers(early ? options?.headers : input.headers);
    const token = headers.get("authorization");
    asked.push(`${early ? "early" : "late"} ${path} ${token}`);
    return Response.json({ content: [], early }, { status });
  });
  window.history.replaceState(null, "", address);
  new Function(script)();
  return asked;
}

const list = async (limit: number) => {
  const { data } = await client.GET("/api/v1/content", { params: { query: { limit } } });
  return (data as unknown as { early: boolean }).early;
};

afterEach(() => {
  delete window.early;
  window.history.replaceState(null, "", "/");
});

describe("requests before the app has loaded", () => {
  it.each(["/home", "/home/memory/1"])("fetch the user and the first page, at %s", (address) => {
    setToken("secret");
    expect(visit(address)).toEqual([`early /api/v1/getuser secret`, `early ${LIST} secret`]);
  });

  it.each([
    ["without a token", "/home", false],
    ["elsewhere", "/auth/signin", true],
    ["at an address that only begins so", "/homework", true],
  ])("is nothing %s", (_, address, signedIn) => {
    if (signedIn) setToken("secret");
    expect(visit(address)).toEqual([]);
  });

  it("answer the first call only", async () => {
    setToken("secret");
    visit("/home");
    expect(await list(10)).toBe(false);
    expect(await list(60)).toBe(true);
    expect(await list(60)).toBe(false);
  });

  it("are known once they have arrived, and requested again afterwards", async () => {
    setToken("secret");
    visit("/home");
    expect(prefetchedBody(LIST)).toBeUndefined();
    await waitFor(() => expect(prefetchedBody(LIST)).toEqual({ content: [], early: true }));
    expect(prefetchedBody(LIST)).toBeUndefined();
    expect(await list(60)).toBe(false);
  });

  it("still answer a call where they are known", async () => {
    setToken("secret");
    visit("/home");
    await waitFor(() => expect(window.early?.known[LIST]).toBeDefined());
    expect(await list(60)).toBe(true);
  });

  it("do not count when they failed, nor for another user", async () => {
    setToken("secret");
    visit("/home", 500);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(prefetchedBody(LIST)).toBeUndefined();
    visit("/home");
    await waitFor(() => expect(window.early?.known[LIST]).toBeDefined());
    setToken("another");
    expect(prefetchedBody(LIST)).toBeUndefined();
  });

  it("are not used for another user", async () => {
    setToken("secret");
    visit("/home");
    setToken("another");
    expect(await list(60)).toBe(false);
  });
});

describe("the code of the page", () => {
  afterEach(() => {
    document.head.innerHTML = "";
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  /** Opens a page in a browser that tells what it paints, or does not, and gives what it tells that to. */
  function open(supportedEntryTypes = ["paint"]) {
    document.head.innerHTML = '<link data-late href="/assets/app.js">';
    let painted = (_: { getEntriesByName: (name: string) => string[] }) => {};
    class Observer {
      static supportedEntryTypes = supportedEntryTypes;
      observe = vi.fn();
      constructor(told: typeof painted) {
        painted = told;
      }
    }
    vi.stubGlobal("PerformanceObserver", Observer);
    vi.useFakeTimers();
    visit("/welcome");
    document.dispatchEvent(new Event("DOMContentLoaded"));
    return (paint: string) => painted({ getEntriesByName: (name) => [paint].filter((other) => other === name) });
  }

  const asked = () => document.querySelectorAll('link[rel="modulepreload"]').length;

  it("loads once the page is painted, not its background alone", () => {
    const paint = open();
    vi.advanceTimersByTime(60_000);
    expect(asked()).toBe(0);
    paint("first-paint");
    expect(asked()).toBe(0);
    paint("first-contentful-paint");
    expect(asked()).toBe(1);
  });

  it("loads after everything else in a browser that does not report painting", () => {
    open();
    window.dispatchEvent(new Event("load"));
    vi.advanceTimersByTime(999);
    expect(asked()).toBe(0);
    vi.advanceTimersByTime(1);
    expect(asked()).toBe(1);
  });

  it("loads with the next frame in a browser that can't report painting", () => {
    open([]);
    expect(asked()).toBe(0);
    vi.advanceTimersByTime(100);
    expect(asked()).toBe(1);
  });

  it.each(["pointerdown", "keydown"])("loads at a %s", (act) => {
    open();
    document.dispatchEvent(new Event(act));
    expect(asked()).toBe(1);
  });

  it("loads at once where the outline of the dashboard is hidden from whoever is to sign in", () => {
    document.body.innerHTML = '<div class="shell"></div>';
    open();
    expect(asked()).toBe(1);
    document.body.innerHTML = "";
  });

  it("loads at once in a hidden page", () => {
    vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    open();
    expect(asked()).toBe(1);
  });
});
