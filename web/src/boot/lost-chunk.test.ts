import { waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterAll, expect, test, vi } from "vitest";
import { server } from "@/test/server";
import { toast } from "@/ui/toast";
import { offerReload } from "./lost-chunk";

vi.mock("@/ui/toast", () => ({ toast: vi.fn() }));
afterAll(() => vi.doUnmock("@/ui/toast"));

function lose() {
  const lost = new Event("vite:preloadError", { cancelable: true });
  window.dispatchEvent(lost);
  return lost;
}

test("VIDEO-07 a missing chunk offers a reload, once, and not while the server is unreachable", async () => {
  const asked = vi.fn();
  server.use(
    http.get("/readyz", () => {
      asked();
      return HttpResponse.error();
    }),
  );
  offerReload();
  lose();
  await waitFor(() => expect(asked).toHaveBeenCalledOnce());
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(toast).not.toHaveBeenCalled();

  server.use(http.get("/readyz", () => HttpResponse.json({ status: "ready" })));
  const lost = lose();
  // The failure is left to who wanted the part.
  expect(lost.defaultPrevented).toBe(false);
  lose();
  await waitFor(() => expect(toast).toHaveBeenCalledOnce());
  expect(toast).toHaveBeenCalledWith(
    expect.stringContaining("could not be loaded"),
    expect.objectContaining({ action: expect.objectContaining({ label: "Reload" }) }),
  );
  lose();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(toast).toHaveBeenCalledOnce();
});
