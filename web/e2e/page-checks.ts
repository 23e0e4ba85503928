import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectToFit } from "./fixture";

/** The public pages but for the landing page. */
export const PLAIN_PAGES = [
  "/contact",
  "/policies/privacy-policy",
  "/policies/terms-of-service",
  "/policies/cookie-policy",
  "/policies/documentation",
  "/policies/api-reference",
  "/policies/blog",
  "/policies/community",
];

/** CSS pixels: the narrowest that anything must fit into, a phone, a tablet, a desk. */
const WIDTHS = [320, 390, 900, 1536];

/** At which of them the page looks another way. */
const LAYOUTS = [390, 1536];

const origin = (address: string) => new URL(address).origin;

/**
 * Checks pages in the theme that is set: nothing is cut off at any width, axe finds nothing, nothing moves for whoever asked
 * for that, and nobody but this site is asked.
 */
export async function expectWellMade(page: Page, paths: readonly string[]) {
  const asked = new Set<string>();
  page.on("request", (request) => asked.add(origin(request.url())));
  for (const path of paths) {
    await page.goto(path);
    await expect(page.locator("main")).toBeVisible();
    for (const width of WIDTHS) {
      await expectToFit(page, width, 800);
      if (LAYOUTS.includes(width)) await expectAccessible(page);
    }
    await expectStill(page);
  }
  expect([...asked], "nobody else is asked").toEqual([origin(page.url())]);
}

async function expectStill(page: Page) {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await expect.poll(() => page.evaluate(() => document.getAnimations().length), "nothing moves").toBe(0);
  await page.emulateMedia({ reducedMotion: null });
}
