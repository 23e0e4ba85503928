import { expect, expectAccessible, makeUser, test } from "./fixture";

const SMALL = { width: 390, height: 844 };

test("LAND-01 the bar stays on top and dark, and gets the focus without moving the page", async ({ page }) => {
  await page.goto("/policies/privacy-policy");
  const bar = page.getByRole("banner");
  await page.evaluate(() => scrollTo({ top: 900, behavior: "instant" }));
  await expect(bar.getByRole("link", { name: "Engram" })).toBeInViewport();
  expect(await bar.evaluate((element) => getComputedStyle(element).colorScheme)).toBe("dark");
  for (const link of await bar.getByRole("link").all()) if (await link.isVisible()) await link.focus();
  expect(await page.evaluate(() => window.scrollY)).toBe(900);
});

test("LAND-04 LAND-05 a small screen has the links in a menu, which closes on any choice and on Escape", async ({
  page,
}) => {
  await page.setViewportSize(SMALL);
  await page.goto("/policies/privacy-policy");
  const toggle = page.getByRole("button", { name: "Menu" });
  const menu = page.getByRole("navigation", { name: "Menu" });
  await expect(page.getByRole("navigation", { name: "Main" })).toBeHidden();
  await expect(menu).toBeHidden();

  await toggle.focus();
  await page.keyboard.press("Enter");
  await expect(menu).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(menu.getByRole("link", { name: "Home" })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(toggle).toBeFocused();

  for (const name of ["Pricing", "Pricing", "About", "Features", "Home"]) {
    await toggle.click();
    await expect(menu).toBeVisible();
    await menu.getByRole("link", { name }).click();
    await expect(menu).toBeHidden();
    await expect(page).toHaveURL(new RegExp(`/welcome/?#${name.toLowerCase()}$`));
  }
  await toggle.click();
  await toggle.click();
  await expect(menu).toBeHidden();
  await toggle.click();
  await menu.getByRole("link", { name: "Get Started" }).click();
  await expect(page).toHaveURL(/\/auth\/signin$/);
});

test("LAND-02 LAND-03 a wide screen has them in the bar, and the focus follows them", async ({ page }) => {
  await page.goto("/contact");
  await expect(page.getByRole("button", { name: "Menu" })).toBeHidden();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Features" }).click();
  await expect(page).toHaveURL(/\/welcome\/?#features$/);
  await expect(page.locator("#features")).toBeFocused();
  await page.getByRole("banner").getByRole("link", { name: "Get Started" }).click();
  await expect(page).toHaveURL(/\/auth\/signin$/);
});

test("U-01 ROUTE-01 ROUTE-02 the entry is the landing page, and with a token the dashboard", async ({ page }) => {
  await page.goto("/");
  await expect(page).toHaveURL(/\/welcome$/);
  await expect(page.getByRole("main")).toBeVisible();
  await makeUser(page);
  await page.goto("/", { waitUntil: "commit" });
  await expect(page).toHaveURL(/\/home$/);
  await page.goto("/welcome");
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  await expect(page).toHaveURL(/\/welcome$/);
  await page.getByRole("banner").getByRole("link", { name: "Engram" }).click();
  await expect(page).toHaveURL(/\/home$/);
});

test("ROUTE-04 an unknown or invalid hash does nothing", async ({ page }) => {
  for (const hash of ["#nothing", "#%", "#%E0%A4%A", "#<b>", "#"]) {
    await page.goto("about:blank");
    await page.goto(`/welcome${hash}`);
    await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
    expect(await page.evaluate(() => scrollY)).toBe(0);
  }
});

test("going to sign-in and back restores the focus", async ({ page }) => {
  await page.goto("/contact");
  await page.getByRole("banner").getByRole("link", { name: "Get Started" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await page.getByRole("link", { name: "Make an account" }).press("Enter");
  await expect(page).toHaveURL(/signup/);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});

test.describe("without the server", () => {
  test.use({
    expectedMessages:
      /Failed to (fetch|load)|Unable to preload|page failed|net::|dynamically imported|React Router caught/,
  });

  for (const [from, name] of [
    ["/policies/privacy-policy", "Pricing"],
    ["/auth/signin", "Make an account"],
  ] as const) {
    test(`a page whose code can't be loaded says so, from ${from}`, async ({ page, context }) => {
      await page.goto(from);
      await page.waitForLoadState("networkidle");
      await context.setOffline(true);
      await page.getByRole("link", { name }).first().click();
      await expect(page.getByRole("heading", { name: "This page did not open" })).toBeVisible();
      await context.setOffline(false);
      await page.getByRole("button", { name: "Try again" }).click();
      await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("This page did not open");
    });
  }
});

test("the pages work in a browser that forbids storage", async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage"])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException("forbidden", "SecurityError");
        },
      });
  });
  for (const [address, title] of [
    ["/", /^Everything you meant/],
    ["/contact", "Contact"],
    ["/policies/cookie-policy", "Cookie Policy"],
    ["/auth/signin", /./],
    ["/no/such/page", "Page Not Found"],
  ] as const) {
    await page.goto(address);
    await page.waitForLoadState("networkidle");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await expect(page.getByRole("heading", { name: "This page did not open" })).toBeHidden();
  }
});
