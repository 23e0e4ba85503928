import { expect, makeUser, PASSWORD, signUp, test } from "./fixture";

test("ROUTE-05 U-01 without a token /home leads to sign-in", async ({ page }) => {
  await page.goto("/home");
  await expect(page).toHaveURL(/\/auth\/signin/);
});

test("ROUTE-01 ROUTE-08 ROUTE-09 with a token they lead to the dashboard, and so do the forms", async ({ page }) => {
  await signUp(page);
  for (const path of ["/", "/auth/signin", "/auth/signup"]) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/home$/);
  }
});

test("ROUTE-06 light runs along the lines behind both forms, and rests with reduced motion", async ({ page }) => {
  const lines = page.locator(".auth-lines");
  const running = () => lines.evaluate((drawing) => drawing.getAnimations({ subtree: true }).length);
  for (const path of ["/auth/signin", "/auth/signup"]) {
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await page.goto(path);
    await expect(lines).toBeVisible();
    await expect(lines).toHaveAttribute("aria-hidden", "true");
    await expect.poll(running).toBeGreaterThan(0);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await expect.poll(running).toBe(0);
    await expect(lines).toBeVisible();
  }
});

test("AUTH-04 U-18 a redirect stays within the app", async ({ page }) => {
  const name = await signUp(page);
  for (const redirect of [
    "//example.com",
    "https://example.com",
    "/\\example.com",
    "/%2fexample.com",
    "javascript:alert(1)",
  ]) {
    // Of a page that asks the server for nothing, or it would ask without a token.
    await page.goto("/nowhere");
    await page.evaluate(() => localStorage.removeItem("token"));
    await page.goto(`/auth/signin?redirect=${encodeURIComponent(redirect)}`);
    await page.getByLabel("Username").fill(name);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page).toHaveURL(/\/home$/);
  }
});

test.describe("an ended session", () => {
  // The browser notes each 401, and the app what it was reading.
  test.use({ expectedMessages: /401|Please sign in to continue/ });

  test("U-13 an ended session leads to sign-in and back to the same place", async ({ page }) => {
    const name = await makeUser(page);
    // A page that asks the server for nothing: the next one is the first to learn that the session has ended.
    await page.goto("/nowhere");
    await page.evaluate(() => localStorage.setItem("token", "ended"));
    await page.goto("/home#memories");
    await page.waitForURL("**/auth/signin**");
    await page.getByLabel("Username").fill(name);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL("**/home#memories");
  });
});
