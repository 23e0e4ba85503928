import { expect, test } from "./fixture";

const POLICIES = [
  ["/policies/privacy-policy", "Privacy Policy"],
  ["/policies/terms-of-service", "Terms of Service"],
  ["/policies/cookie-policy", "Cookie Policy"],
] as const;

test("POL-01 ROUTE-12 ROUTE-16 every policy has five sections, linked from its list, and leads to the support address", async ({
  page,
}) => {
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

  // The last of them by keyboard only.
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
  await expect(page.getByRole("heading", { level: 1, name: "Contact" })).toBeFocused();
  await expect(page.getByRole("link", { name: "support@engram.local" })).toHaveAttribute(
    "href",
    "mailto:support@engram.local",
  );
});
