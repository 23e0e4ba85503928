import { readFileSync } from "node:fs";
import { afterEach, expect, it, vi } from "vitest";

afterEach(() => vi.unstubAllGlobals());

it("asks the browser for the site while the press is dealt with, as Firefox wants it", async () => {
  const request = vi.fn(async () => false);
  const get = vi.fn(async () => ({}));
  vi.stubGlobal("chrome", { permissions: { request }, storage: { local: { get } } });
  vi.stubGlobal("matchMedia", () => new EventTarget());
  document.body.innerHTML = readFileSync("extension/options.html", "utf8").split(/<\/?body[^>]*>/)[1] ?? "";
  await import("./options");
  const value = (id: string, text: string) => {
    (document.getElementById(id) as HTMLInputElement).value = text;
  };
  value("server", "https://engram.example.com");
  value("token", "engram_pat_1");
  document.querySelector<HTMLButtonElement>("button[type=submit]")?.click();
  expect(request).toHaveBeenCalledExactlyOnceWith({ origins: ["https://engram.example.com/*"] });
  await expect.poll(() => document.getElementById("said")?.textContent).toContain("Without that permission");
});
