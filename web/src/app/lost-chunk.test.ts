import { expect, test, vi } from "vitest";
import { toast } from "@/ui/toast";
import { offerReload } from "./lost-chunk";

vi.mock("@/ui/toast", () => ({ toast: vi.fn() }));

test("VIDEO-07 a part of the app that is gone offers a reload, once, and leaves the failure to who wanted the part", () => {
  offerReload();
  const lost = new Event("vite:preloadError", { cancelable: true });
  window.dispatchEvent(lost);
  window.dispatchEvent(new Event("vite:preloadError", { cancelable: true }));
  expect(toast).toHaveBeenCalledOnce();
  expect(toast).toHaveBeenCalledWith(
    expect.stringContaining("could not be loaded"),
    expect.objectContaining({ action: expect.objectContaining({ label: "Reload" }) }),
  );
  expect(lost.defaultPrevented).toBe(false);
});
