import type { Page } from "@playwright/test";
import { addNote, call, expect, expectAccessible, signUp, test } from "./fixture";

async function openSettings(page: Page) {
  await page.getByRole("button", { name: "User menu" }).click();
  await page.getByRole("menuitem", { name: "Settings" }).click();
  const settings = page.getByRole("dialog", { name: "Settings" });
  await expect(settings).toBeVisible();
  return settings;
}

/** Has the page told that so much is read. */
async function tell(page: Page, reading: { model: string; read: number; passages: number }) {
  await page.route("**/api/v1/reading", (route) => route.fulfill({ json: reading }));
}

test("Settings say how far what was saved is read", async ({ page }) => {
  await signUp(page);
  for (const text of ["The ferry leaves at seven.", "Beans are sown in November."]) await addNote(page, text);
  const { status, body } = await call(page, "GET", "/api/v1/reading");
  expect(status).toBe(200);
  expect(body.passages).toBe(2);
  const settings = await openSettings(page);
  await expect(settings).toContainText(body.model ? "All 2 passages read closely" : "Search goes by words alone.");
});

test("Settings are opened and closed with keys, and the focus goes back", async ({ page }) => {
  await signUp(page);
  const avatar = page.getByRole("button", { name: "User menu" });
  await avatar.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Profile" })).toBeFocused();
  for (const key of ["ArrowDown", "ArrowDown", "ArrowDown", "Enter"]) await page.keyboard.press(key);
  const settings = page.getByRole("dialog", { name: "Settings" });
  await expect(settings.getByRole("button", { name: "Close" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(settings).toBeHidden();
  await expect(avatar).toBeFocused();
});

test("Settings are accessible and fit every screen", async ({ page, consoleMessages }) => {
  await tell(page, { model: "all-MiniLM-L6-v2", read: 2140, passages: 9800 });
  await signUp(page);
  const settings = await openSettings(page);
  await expect(settings).toContainText("2,140 of 9,800 passages read closely");
  const bar = settings.getByRole("progressbar", { name: "Close reading" });
  for (const width of [390, 900, 1536]) {
    await page.setViewportSize({ width, height: 800 });
    const [whole, done] = [await bar.boundingBox(), await bar.locator("span").boundingBox()];
    expect((done?.width ?? 0) / (whole?.width ?? 1)).toBeCloseTo(2140 / 9800, 2);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, `nothing is wider than ${width}`).toBeLessThanOrEqual(0);
    await expectAccessible(page);
  }
  await tell(page, { model: "all-MiniLM-L6-v2", read: 9800, passages: 9800 });
  await expect(settings).toContainText("All 9,800 passages read closely");

  await page.route("**/api/v1/reading", (route) => route.fulfill({ status: 503, json: { message: "down" } }));
  await page.reload();
  await openSettings(page);
  await expect(settings.getByRole("button", { name: "Try again" })).toBeVisible();
  await expectAccessible(page);
  // The browser itself notes the refusal, and the app logs it.
  consoleMessages.length = 0;
});
