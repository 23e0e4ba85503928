import { expect, expectAccessible, test, useTheme } from "./fixture";

test("LOST-04 Contact Support leads to the support address", async ({ page }) => {
  await page.goto("/no/such/page");
  await page.getByRole("link", { name: "Contact Support" }).click();
  await expect(page).toHaveURL(/\/contact$/);
  await expect(page.getByRole("link", { name: "support@engram.local" })).toBeVisible();
});

test("ROUTE-12 ROUTE-13 an unknown policy is the 404 page, with one header", async ({ page }) => {
  await page.goto("/policies/no-such-policy");
  await expect(page.getByRole("heading", { name: "Page Not Found" })).toBeVisible();
  expect(await page.getByRole("banner").count()).toBeLessThanOrEqual(1);
});

test("LOST-02 Go Back leads to the page before, also within the app", async ({ page }) => {
  await page.goto("/auth/signin");
  await page.getByRole("link", { name: "Make an account" }).click();
  await expect(page).toHaveURL(/\/auth\/signup$/);
  await page.evaluate(() => window.history.pushState(null, "", "/policies/no-such-policy"));
  await page.reload();
  await page.getByRole("button", { name: "Go Back" }).click();
  await expect(page).toHaveURL(/\/auth\/signup$/);
});

for (const theme of ["dark", "light"] as const) {
  test(`the 404 page is accessible and fits every screen, ${theme}`, async ({ page }) => {
    await useTheme(page, theme);
    for (const path of ["/no/such/page", "/policies/no-such-policy"]) {
      await page.goto(path);
      for (const width of [390, 900, 1536]) {
        await page.setViewportSize({ width, height: 800 });
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(overflow, `nothing is wider than ${width}`).toBeLessThanOrEqual(0);
        await expectAccessible(page);
      }
    }
  });
}
