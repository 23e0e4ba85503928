import { renderHook } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterAll, expect, it, vi } from "vitest";
import { setToken } from "@/api/session";
import { usePlace } from "./use-place";

vi.mock("./shelf-data", () => ({ useLoadedDownTo: () => true }));
afterAll(() => vi.doUnmock("./shelf-data"));

it("a page restored by the browser returns to its scroll position, also in Safari", () => {
  setToken("mine");
  const scrollTo = vi.fn();
  vi.stubGlobal("scrollTo", scrollTo);
  renderHook(() => usePlace(0), { wrapper: MemoryRouter });
  vi.stubGlobal("scrollY", 900);
  window.dispatchEvent(new Event("pagehide"));
  vi.stubGlobal("scrollY", 0);
  const show = (persisted: boolean) => window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted }));
  show(false);
  expect(scrollTo).not.toHaveBeenCalled();
  show(true);
  expect(scrollTo).toHaveBeenCalledExactlyOnceWith({ top: 900, behavior: "instant" });
});
