import type { Page } from "@playwright/test";
import { expect, expectAccessible, PASSWORD, signUp, test, useTheme } from "./fixture";

const FRESH = "Another2?zebra";

async function change(page: Page, current: string, fresh: string, confirmed = fresh) {
  await page.getByLabel("Current Password").fill(current);
  await page.getByLabel("New Password", { exact: true }).fill(fresh);
  await page.getByLabel("Confirm New Password").fill(confirmed);
  await page.getByRole("button", { name: "Update Password" }).click();
}

async function expectCleared(page: Page) {
  for (const name of ["Current Password", "New Password", "Confirm New Password"]) {
    await expect(page.getByLabel(name, { exact: true })).toHaveValue("");
  }
}

test("MENU-03 PROF-03 PROF-14 the menu leads to the profile, which says who is signed in", async ({ page }) => {
  const name = await signUp(page);
  await page.getByRole("button", { name: "User menu" }).click();
  await page.getByRole("menuitem", { name: "Profile" }).click();
  await expect(page).toHaveURL(/\/profile$/);
  await expect(page).toHaveTitle("Profile, Engram");
  const about = page.getByRole("region", { name: "About you" });
  await expect(about).toContainText(name);
  await expect(about).toContainText("No email yet");
  await expect(page.getByRole("link", { name: "support@engram.local" })).toBeVisible();
  await page.getByRole("complementary").getByRole("link", { name: "Engram" }).click();
  await expect(page).toHaveURL(/\/home$/);
});

test("ROUTE-04 nobody sees it without a token", async ({ page }) => {
  await page.goto("/profile");
  await expect(page).toHaveURL(/\/auth\/signin/);
});

test("PROF-04 PROF-05 PROF-15 ERR-14 ERR-15 ERR-16 the password is changed, and the new one signs in", async ({
  page,
  consoleMessages,
}) => {
  const name = await signUp(page);
  await page.goto("/profile");
  const said = page.locator(".banner");

  await change(page, PASSWORD, FRESH, `${FRESH}?`);
  await expect(said).toHaveText("New passwords do not match");
  await expectCleared(page);

  await change(page, `${PASSWORD}x`, FRESH);
  await expect(said).toHaveText("Old Password doesn't match");
  await expect(page.getByText("Incorrect current password")).toBeVisible();
  await expectCleared(page);

  await change(page, PASSWORD, "weak");
  await expect(said).toHaveText("Password should be atleast 8 characters long");
  await expectCleared(page);
  // The browser itself notes the two refusals.
  consoleMessages.length = 0;

  await change(page, PASSWORD, FRESH);
  await expect(said).toHaveText("Password updated successfully");
  await expect(page.getByText("Password reset successfull")).toBeVisible();
  await expectCleared(page);

  await page.evaluate(() => localStorage.removeItem("token"));
  await page.goto("/auth/signin");
  await page.getByLabel("Username").fill(name);
  await page.getByLabel("Password", { exact: true }).fill(FRESH);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("**/home");
});

test("PROF-01 PROF-02 the sidebar is 18rem wide, and folds under a toggle on small screens", async ({ page }) => {
  await signUp(page);
  await page.goto("/profile");
  const side = page.getByRole("complementary", { name: "Account" });
  const security = side.getByRole("link", { name: "Security" });
  await expect.poll(async () => (await side.boundingBox())?.width).toBe(288);
  await security.click();
  await expect(page).toHaveURL(/#security$/);
  await expect(security).toHaveAttribute("aria-current", "location");

  await page.setViewportSize({ width: 390, height: 700 });
  await expect(security).toBeHidden();
  await side.getByRole("button", { name: "Menu" }).click();
  await side.getByRole("link", { name: "Subscription" }).click();
  await expect(security).toBeHidden();
  await expect(page.getByRole("heading", { name: "Subscription" })).toBeInViewport();
});

for (const theme of ["dark", "light"] as const) {
  test(`the profile is accessible and fits every screen, ${theme}`, async ({ page }) => {
    await useTheme(page, theme);
    await signUp(page);
    await page.goto("/profile");
    await change(page, PASSWORD, FRESH, "other");
    await expect(page.locator(".banner")).toBeVisible();
    for (const width of [390, 900, 1536]) {
      await page.setViewportSize({ width, height: 800 });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, `nothing is wider than ${width}`).toBeLessThanOrEqual(0);
      await expectAccessible(page);
    }
    await page.setViewportSize({ width: 390, height: 800 });
    await page.getByRole("button", { name: "Menu" }).click();
    await expectAccessible(page);
  });
}
