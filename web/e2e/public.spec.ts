import { expect, expectAccessible, test } from "./fixture";
import { expectWellMade, PLAIN_PAGES } from "./page-checks";

const SMALL = { width: 390, height: 844 };

test("LAND-01 LAND-02 LAND-03 LAND-04 LAND-05 the bar stays on top and dark, and on a small screen has its links in a menu", async ({
  page,
}) => {
  await page.goto("/policies/privacy-policy");
  const bar = page.getByRole("banner");
  await test.step("it gets the focus without moving the page", async () => {
    await page.evaluate(() => scrollTo({ top: 900, behavior: "instant" }));
    await expect(bar.getByRole("link", { name: "Engram" })).toBeInViewport();
    expect(await bar.evaluate((element) => getComputedStyle(element).colorScheme)).toBe("dark");
    for (const link of await bar.getByRole("link").all()) if (await link.isVisible()) await link.focus();
    expect(await page.evaluate(() => window.scrollY)).toBe(900);
  });

  await test.step("a small screen has the links in a menu, which closes on any choice and on Escape", async () => {
    await page.setViewportSize(SMALL);
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
});

test("LAND-02 LAND-03 a wide screen has the links in the bar, and focus, title and description follow them", async ({
  page,
}) => {
  await page.goto("/contact");
  await expect(page).toHaveTitle("Contact, Engram");
  const description = page.locator("meta[name=description]");
  const first = await description.getAttribute("content");
  const start = page.getByRole("banner").getByRole("link", { name: "Get Started" });
  await start.press("Enter");
  await expect(page).toHaveTitle("Sign in, Engram");
  await expect(description).not.toHaveAttribute("content", first ?? "");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await page.goBack();
  await expect(page).toHaveTitle("Contact, Engram");
  await expect(description).toHaveAttribute("content", first ?? "");

  await expect(page.getByRole("button", { name: "Menu" })).toBeHidden();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Features" }).click();
  await expect(page).toHaveURL(/\/welcome\/?#features$/);
  await expect(page.locator("#features")).toBeFocused();
  await start.click();
  await expect(page).toHaveURL(/\/auth\/signin$/);
  await page.getByRole("link", { name: "Make an account" }).press("Enter");
  await expect(page).toHaveURL(/signup/);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});

test.describe("without the server", () => {
  test.use({
    expectedMessages:
      /Failed to (fetch|load)|Unable to preload|page failed|net::|dynamically imported|React Router caught/,
  });

  test("a page whose code can't be loaded says so, from a policy and from sign-in", async ({ page, context }) => {
    for (const [from, name] of [
      ["/policies/privacy-policy", "Pricing"],
      ["/auth/signin", "Make an account"],
    ] as const) {
      await page.goto(from);
      await page.waitForLoadState("networkidle");
      await context.setOffline(true);
      await page.getByRole("link", { name }).first().click();
      await expect(page.getByRole("heading", { name: "This page did not open" })).toBeVisible();
      await context.setOffline(false);
      await page.getByRole("button", { name: "Try again" }).click();
      await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("This page did not open");
    }
  });
});

test("the public pages are accessible, still with reduced motion, and fit every screen", async ({ page }) => {
  for (const path of [...PLAIN_PAGES, "/no/such/page", "/policies/no-such-policy"])
    await test.step(path, () => expectWellMade(page, [path]));
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
