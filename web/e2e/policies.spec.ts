import { expect, signUp, test } from "./fixture";
import { expectWellMade } from "./page-checks";

const POLICIES = [
  ["/policies/privacy-policy", "Privacy Policy"],
  ["/policies/terms-of-service", "Terms of Service"],
  ["/policies/cookie-policy", "Cookie Policy"],
] as const;

test("POL-01 ROUTE-12 every policy has five sections, linked from its list", async ({ page }) => {
  for (const [path, title] of POLICIES) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    const links = page.getByRole("navigation", { name: "On this page" }).getByRole("link");
    await expect(links).toHaveCount(5);
    await links.last().click();
    const heading = page.getByRole("main").getByRole("heading", { level: 2 }).last();
    await expect(heading).toBeInViewport();
    await expect(page).toHaveURL(/#[a-z-]+$/);
    await page.reload();
    await expect(heading).toBeInViewport();
    await expect(page.getByText("Last updated: January 8, 2025")).toBeVisible();
  }
});

test("ROUTE-16 /contact shows the support address, and the policies link there", async ({ page }) => {
  await page.goto("/policies/privacy-policy");
  await page.getByRole("main").getByRole("link", { name: "Contact", exact: true }).click();
  await expect(page).toHaveURL(/\/contact$/);
  await expect(page.getByRole("heading", { level: 1, name: "Contact" })).toBeFocused();
  await expect(page.getByRole("link", { name: "support@engram.local" })).toHaveAttribute(
    "href",
    "mailto:support@engram.local",
  );
});

test("the sections can be reached by keyboard only", async ({ page }) => {
  await page.goto("/policies/cookie-policy");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  const links = page.getByRole("navigation", { name: "On this page" }).getByRole("link");
  await page.keyboard.press("Tab");
  await expect(links.first()).toBeFocused();
  for (const at of [1, 2]) {
    await page.keyboard.press("Tab");
    await expect(links.nth(at)).toBeFocused();
  }
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/#cookie-management$/);
  await expect(page.getByRole("heading", { name: "Cookie management" })).toBeInViewport();
  await expect(page.locator("#cookie-management")).toBeFocused();
  // What is read on with begins there.
  await page.locator("#updates-and-contact").getByRole("link", { name: "Contact" }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/contact$/);
});

test("POL-05 the cookie policy lists what the browser stores, which is no cookie", async ({ page, context }) => {
  await signUp(page);
  await page.getByRole("button", { name: "User menu" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Dark mode" }).click();
  await page.goto("/policies/cookie-policy");
  const listed = await page.getByRole("rowheader").allTextContents();
  const left = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
  expect(left).toEqual(expect.arrayContaining(["darkMode", "token"]));
  expect(left.filter((name) => !listed.some((known) => name.startsWith(known)))).toEqual([]);
  expect(await context.cookies()).toEqual([]);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("ROUTE-16 the policies can be read completely, and /contact says where this server’s address is", async ({
    page,
  }) => {
    for (const [path] of POLICIES) {
      await page.goto(path);
      await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveCount(5);
      await expect(page.getByText("Last updated: January 8, 2025")).toBeVisible();
    }
    await page.getByRole("main").getByRole("link", { name: "Contact", exact: true }).click();
    await expect(page).toHaveURL(/\/contact$/);
    await expect(page.getByRole("link", { name: "support@engram.local" })).toBeVisible();
    await page.getByRole("link", { name: "Those of this server" }).click();
    await expect(page.getByText("supportEmail")).toBeVisible();
  });
});

test("the policies and /contact are accessible, still with reduced motion, and fit every screen", async ({ page }) => {
  await expectWellMade(page, [...POLICIES.map(([path]) => path), "/contact"]);
});
