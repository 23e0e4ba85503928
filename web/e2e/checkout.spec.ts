import type { Page } from "@playwright/test";
import { call, expect, expectAccessible, expectToast, expectToFit, makeUser, test } from "./fixture";

/** Goes from the plans to the test checkout of a year of Pro, as a person does. */
async function subscribe(page: Page) {
  await page.getByRole("button", { name: "Subscribe" }).click();
  await page.waitForURL("**/test-checkout/cs_test_*");
}

const isPremium = async (page: Page) => (await call(page, "GET", "/api/v1/getuser")).body.isPremium;

test("PAY-04 PAY-06 PAY-07 PAY-08 ERR-13 a checkout is cancelled, which the plans say once, and another paid by keyboard only", async ({
  page,
  baseURL,
}) => {
  const strangers: string[] = [];
  page.on("request", (request) => {
    if (baseURL && !request.url().startsWith(baseURL)) strangers.push(request.url());
  });
  await makeUser(page);
  await page.goto("/upgrade");
  await subscribe(page);

  await test.step("it is accessible, has the app's look in both themes and loads nothing foreign", async () => {
    await expect(page.locator("html")).toHaveClass("dark");
    await expectAccessible(page);
    const font = await page
      .getByRole("heading", { level: 1 })
      .evaluate((heading) => getComputedStyle(heading).fontFamily);
    expect(font).toContain("Newsreader");
    for (const width of [320, 390, 900, 1536]) {
      await expectToFit(page, width, 800);
      for (const button of await page.getByRole("button").all()) {
        expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      }
    }
    await page.evaluate(() => localStorage.setItem("darkMode", "false"));
    await page.reload();
    await expect(page.locator("html")).toHaveClass("light");
    expect(strangers).toEqual([]);
  });

  await test.step("PAY-08 cancelling leads back to the plans, which say so once", async () => {
    const checkout = page.url();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.waitForURL("**/upgrade");
    await expectToast(page, "Payment was cancelled. Please try again.");
    expect(await isPremium(page)).toBe(false);
    const again = await page.request.get(checkout);
    expect(again.status()).toBe(410);
    await page.reload();
    await expect(page.getByRole("article")).toHaveCount(3);
    await expect(page.getByText("Payment was cancelled. Please try again.")).toHaveCount(0);
  });

  await subscribe(page);
  const checkout = page.url();
  await expect(page).toHaveTitle("Test checkout, Engram");
  await expect(page.getByText("This is a test checkout. No card is charged.")).toBeVisible();
  await expect(page.getByRole("region", { name: "Engram Pro, annual" })).toContainText("$99.99");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Engram" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Pay $99.99 in test mode" })).toBeFocused();
  const saved = page.waitForResponse("**/api/v1/save-payment");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/subscription/success?session_id=cs_test_*");
  expect((await saved).status()).toBe(200);
  await page.waitForURL("**/home");
  expect(await isPremium(page)).toBe(true);

  // What was paid can't be paid again.
  await page.goto(checkout);
  await expect(page.getByRole("heading", { name: "This is paid already" })).toBeVisible();
  await expect(page.getByRole("button")).toHaveCount(0);
  await page.getByRole("link", { name: "Go to your memories" }).click();
  await expect(page).toHaveURL(/\/home$/);
});

test.describe("an unknown checkout", () => {
  test.use({ expectedMessages: /status of 404/ });

  test("says so and links to the plans", async ({ page }) => {
    await page.goto("/test-checkout/cs_test_unknown");
    await expect(page.getByRole("heading", { name: "There is no such checkout" })).toBeVisible();
    await expectAccessible(page);
    await expect(page.getByRole("link", { name: "See the plans" })).toHaveAttribute("href", "/upgrade");
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("PAY-06 the checkout can be read and cancelled", async ({ page }) => {
    await makeUser(page);
    const { body } = await call(page, "POST", "/api/v1/create-subscription", { duration: "year" });
    await page.goto(body.session.url);
    await expect(page.getByText("No card is charged.").first()).toBeVisible();
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(page).toHaveURL(/\/upgrade\?status=cancelled$/);
  });
});
