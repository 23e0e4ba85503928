import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import script from "../../public/early.js?raw";
import { clearToken, expireToken, getToken, setToken } from "./session";

const replace = vi.fn();
const reload = vi.fn();

/** Runs the script of the page at an address, with what it listens to, which goes with the test. */
function visit(pathname: string) {
  const listeners: [string, (event: unknown) => void][] = [];
  const listen = (name: string, listener: (event: unknown) => void) => void listeners.push([name, listener]);
  const location = { pathname, replace, reload };
  const page = Object.create(document, {
    addEventListener: { value: listen },
    hidden: { get: () => hidden },
    documentElement: { value: document.documentElement },
    querySelector: { value: () => null },
  });
  new Function("location", "addEventListener", "document", "fetch", script)(
    location,
    listen,
    page,
    async () => new Response(),
  );
  return (name: string, event: object = {}) => {
    for (const [of, listener] of listeners) if (of === name) listener(event);
  };
}

let hidden = false;
const emptied = { key: "token", oldValue: "a", newValue: "" };
const gone = { key: "token", oldValue: "a", newValue: null };

beforeEach(() => {
  hidden = false;
  setToken("a");
  sessionStorage.setItem("draft:1:question", "typed");
});
afterEach(() => {
  delete window.early;
  vi.clearAllMocks();
  document.documentElement.removeAttribute("data-leaving");
});

describe("a sign-out in another tab", () => {
  it.each(["/home", "/home/memory/1", "/conversations/2", "/profile", "/upgrade"])("signs out %s", (address) => {
    visit(address)("storage", emptied);
    expect(replace).toHaveBeenCalledWith("/auth/signin");
    expect(document.documentElement).toHaveAttribute("data-leaving");
    expect(sessionStorage.getItem("draft:1:question")).toBeNull();
  });

  it("leaves a public page as it is", () => {
    visit("/welcome")("storage", emptied);
    expect(replace).not.toHaveBeenCalled();
  });

  it("keeps what was typed if the server ended the session", () => {
    visit("/home")("storage", gone);
    expect(replace).toHaveBeenCalled();
    expect(sessionStorage.getItem("draft:1:question")).toBe("typed");
  });

  it("differs from an ended session", () => {
    const set = vi.spyOn(Storage.prototype, "setItem");
    expireToken("a");
    expect(set).not.toHaveBeenCalledWith("token", "");
    setToken("b");
    clearToken();
    expect(set).toHaveBeenCalledWith("token", "");
    expect(getToken()).toBeNull();
  });
});

describe("a page restored by the back button", () => {
  it.each([
    ["by the way back", "pagehide", "pageshow", { persisted: true }],
    ["from another tab", "visibilitychange", "visibilitychange", {}],
  ])("%s after a sign-out sees nothing", (_, away, back, event) => {
    const happens = visit("/home");
    hidden = true;
    happens(away);
    localStorage.removeItem("token");
    hidden = false;
    happens(back, event);
    expect(replace).toHaveBeenCalledWith("/auth/signin");
  });

  it("reloads for another user's session", () => {
    const happens = visit("/home");
    happens("pagehide");
    setToken("b");
    happens("pageshow", { persisted: true });
    expect(reload).toHaveBeenCalled();
  });

  it("continues for the same user", () => {
    const happens = visit("/home");
    happens("pagehide");
    happens("pageshow", { persisted: true });
    expect(reload).not.toHaveBeenCalled();
    expect(replace).not.toHaveBeenCalled();
  });
});
