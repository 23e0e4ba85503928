import { expect, expectAccessible, test, useTheme } from "./fixture";

const PAGES = [
  ["/policies/documentation", "Documentation", "Q1 2025"],
  ["/policies/api-reference", "API Reference", "Q2 2025"],
  ["/policies/blog", "Blog", "Q1 2025"],
  ["/policies/community", "Community", "Q2 2025"],
] as const;

test.describe("Notify Me", () => {
  // What the browser itself notes of an answer that refuses, and of none.
  test.use({ expectedMessages: /status of (411|400)|ERR_FAILED|joining the waitlist failed/ });

  for (const [path, title, date] of PAGES) {
    test(`SOON-01 SOON-06 SOON-07 ERR-18 ERR-19 ERR-20 ${path} takes an address once`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
      await expect(page.getByText(`Estimated launch: ${date}`)).toBeVisible();
      const field = page.getByLabel("Email");
      for (const [email, said] of [
        ["maya@example.com", "Added to waitlist"],
        [" MAYA@example.com ", "Already added to waitlist"],
        ["", "Failed to add to waitlist"],
      ] as const) {
        await field.fill(email);
        await page.getByRole("button", { name: "Notify Me" }).click();
        await expect(page.getByText(said, { exact: true })).toBeVisible();
        await expect(field).toHaveValue("");
      }
    });
  }

  test("ERR-21 SOON-07 the server is out of reach", async ({ page }) => {
    await page.goto("/policies/blog");
    await page.route("**/api/v1/waitlist", (route) => route.abort());
    await page.getByLabel("Email").fill("maya@example.com");
    await page.getByLabel("Email").press("Enter");
    await expect(page.getByText("Error adding to waitlist")).toBeVisible();
    await expect(page.getByLabel("Email")).toHaveValue("");
  });
});

test("what is no address is stopped by the browser", async ({ page }) => {
  await page.goto("/policies/community");
  await page.getByLabel("Email").fill("nobody");
  await page.getByRole("button", { name: "Notify Me" }).click();
  await expect(page.getByLabel("Email")).toBeFocused();
  await expect(page.getByLabel("Email")).toHaveValue("nobody");
});

test("the reference leads to the contract that is there already", async ({ page }) => {
  await page.goto("/policies/api-reference");
  const href = await page.getByRole("link", { name: "Read openapi.json" }).getAttribute("href");
  const contract = await (await page.request.get(href ?? "")).json();
  expect(contract.openapi).toBe("3.1.0");
});

for (const theme of ["dark", "light"] as const) {
  test(`what is still to come is accessible and fits every screen, ${theme}`, async ({ page }) => {
    await useTheme(page, theme);
    for (const [path] of PAGES) {
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
