import { afterAll, expect, test, vi } from "vitest";
import { goOn } from "./go-on";

vi.mock("./routes/own/home", () => ({ Component: () => null }));
afterAll(() => vi.doUnmock("./routes/own/home"));

test("ERR-28 a failed navigation after sign-in or sign-up is only logged", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const navigate = vi.fn().mockRejectedValue(new Error("the page is gone"));
  await expect(goOn(navigate, "/home")).resolves.toBeUndefined();
  expect(navigate).toHaveBeenCalledWith("/home");
  expect(logged).toHaveBeenCalledOnce();
});

test("ERR-28 a page whose code can't be loaded is only logged, and does not navigate", async () => {
  vi.resetModules();
  vi.doMock("./routes/own/home", () => {
    throw new Error("the chunk is gone");
  });
  const { goOn } = await import("./go-on");
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const navigate = vi.fn();
  await expect(goOn(navigate, "/home")).resolves.toBeUndefined();
  expect(navigate).not.toHaveBeenCalled();
  expect(logged).toHaveBeenCalledOnce();
});
