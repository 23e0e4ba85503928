import { act, renderHook } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { changeType, USUAL, useType } from "./settings";

it("without storage a setting holds until the page is left", () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  const { result } = renderHook(useType);
  act(() => changeType({ size: 5 }));
  act(() => changeType({ sepia: true }));
  expect(result.current).toEqual({ ...USUAL, size: 5, sepia: true });
  vi.restoreAllMocks();
  act(() => changeType({ font: "inter" }));
  expect(JSON.parse(localStorage.getItem("readingType") ?? "")).toEqual({
    ...USUAL,
    size: 5,
    sepia: true,
    font: "inter",
  });
});
