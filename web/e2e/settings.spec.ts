import type { Page } from "@playwright/test";
import { addNote, call, expect, expectAccessible, expectToFit, forget, press, signUp, test } from "./fixture";

/** Has the page told that so much is read. */
async function tell(page: Page, reading: { model: string; read: number; passages: number }) {
  await page.route("**/api/v1/reading", (route) => route.fulfill({ json: reading }));
}

test("Settings open by the menu, by their key and by their address, show the reading progress, hold theme, keys and privacy, are accessible and fit every screen", async ({
  page,
  consoleMessages,
}) => {
  await signUp(page);
  for (const text of ["The ferry leaves at seven.", "Beans are sown in November."]) await addNote(page, text);
  const { status, body } = await call(page, "GET", "/api/v1/reading");
  expect(status).toBe(200);
  expect(body.passages).toBe(2);
  const title = page.getByRole("heading", { name: "Settings" });
  await page.getByRole("button", { name: "User menu" }).click();
  await page.getByRole("menuitem", { name: "Settings" }).click();
  await expect(page).toHaveURL(/\/settings$/);
  await expect(title).toBeFocused();
  const reading = page.getByRole("region", { name: "Close reading" });
  await expect(reading).toContainText(body.model ? "All 2 passages read closely" : "Search goes by words alone.");
  await page.goBack();
  await expect(page.getByRole("article")).toHaveCount(2);
  await press(page, "s", title);

  await tell(page, { model: "all-MiniLM-L6-v2", read: 2140, passages: 9800 });
  // What stood in the profile once is found where it is now.
  await page.goto("/profile#privacy");
  await expect(page).toHaveURL(/\/settings#privacy$/);
  await expect(page.getByRole("heading", { name: "Privacy" })).toBeInViewport();
  await expect(page.getByText("2,140 of 9,800 passages read closely")).toBeVisible();
  const bar = page.getByRole("progressbar", { name: "Close reading" });
  for (const width of [390, 900, 1536]) {
    await expectToFit(page, width, 800);
    const share = () => bar.evaluate((whole) => (whole.querySelector("span")?.clientWidth ?? 0) / whole.clientWidth);
    await expect.poll(share).toBeCloseTo(2140 / 9800, 1.8);
    if (width !== 900) await expectAccessible(page);
  }
  await page.getByRole("switch", { name: "Dark mode" }).click();
  await expect(page.locator("html")).toHaveClass("light");
  await page.getByRole("radio", { name: /Not kept/ }).check();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect.poll(async () => (await call(page, "GET", "/api/v1/keep-conversations")).body.keep).toBe("never");

  await tell(page, { model: "all-MiniLM-L6-v2", read: 9800, passages: 9800 });
  await expect(page.getByText("All 9,800 passages read closely")).toBeVisible();
  expect(consoleMessages).toEqual([]);
  await page.route("**/api/v1/reading", (route) => route.fulfill({ status: 503, json: { message: "down" } }));
  await page.reload();
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
  await expectAccessible(page);
  // The browser itself notes the refusal, and the app logs it.
  forget(consoleMessages, /status of 503|reading the progress failed/);
});
