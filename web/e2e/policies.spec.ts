import { expect, expectAccessible, test, useTheme } from "./fixture";

const POLICIES = [
  ["/policies/privacy-policy", "Privacy Policy"],
  ["/policies/terms-of-service", "Terms of Service"],
  ["/policies/cookie-policy", "Cookie Policy"],
] as const;

for (const [path, title] of POLICIES) {
  test(`POL-01 ROUTE-12 ${path} has five sections, which its list leads to`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    const links = page.getByRole("navigation", { name: "On this page" }).getByRole("link");
    await expect(links).toHaveCount(5);
    await links.last().click();
    const heading = page.getByRole("heading", { level: 2 }).last();
    await expect(heading).toBeInViewport();
    await expect(page).toHaveURL(/#[a-z-]+$/);
    await page.reload();
    await expect(heading).toBeInViewport();
    await expect(page.getByText("Last updated: January 8, 2025")).toBeVisible();
  });
}

test("ROUTE-16 /contact shows the support address, and the policies lead there", async ({ page }) => {
  await page.goto("/policies/privacy-policy");
  await page.getByRole("main").getByRole("link", { name: "Contact", exact: true }).click();
  await expect(page).toHaveURL(/\/contact$/);
  await expect(page.getByRole("heading", { level: 1, name: "Contact" })).toBeFocused();
  await expect(page.getByRole("link", { name: "support@engram.local" })).toHaveAttribute(
    "href",
    "mailto:support@engram.local",
  );
});

for (const theme of ["dark", "light"] as const) {
  test(`the policies and /contact are accessible and fit every screen, ${theme}`, async ({ page }) => {
    await useTheme(page, theme);
    for (const path of [...POLICIES.map(([path]) => path), "/contact"]) {
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
