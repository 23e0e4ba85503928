import { addNote, call, expect, expectAccessible, signUp, site, test, useTheme } from "./fixture";

test.describe("without scripts", () => {
  // The browser itself notes those that were held back.
  test.use({ expectedMessages: /net::ERR_FAILED/ });

  for (const theme of ["dark", "light"] as const) {
    test(`UI-07 the ${theme} class is set before the first paint`, async ({ page }) => {
      await useTheme(page, theme);
      await page.route("**/assets/*.js", (route) => route.abort());
      await page.goto("/auth/signin", { waitUntil: "commit" });
      await page.waitForFunction(() => document.body);
      await expect(page.locator("html")).toHaveClass(theme);
    });
  }
});

test("sign-in and sign-up are accessible, also with errors", async ({ page }) => {
  for (const [path, action] of [
    ["/auth/signin", "Sign in"],
    ["/auth/signup", "Create account"],
  ] as const) {
    await page.goto(path);
    await expectAccessible(page);
    await page.getByLabel("Username").fill("m4");
    await page.getByRole("button", { name: action }).click();
    await expect(page.getByText("Username must be atleast 3 characters long")).toBeVisible();
    await expectAccessible(page);
  }
});

test.describe("with a missing tweet", () => {
  // The browser itself notes it.
  test.use({ expectedMessages: /the server responded with a status of 404/ });

  test("UI-05 UI-06 the dashboard is accessible, empty and full, with its panel open and its answer shown, and keeps its theme", async ({
    page,
  }) => {
    await signUp(page);
    await expect(page.getByText("Add to your second brain.")).toBeVisible();
    await expect(page.locator("html")).toHaveClass("dark");
    await expectAccessible(page);

    await addNote(page, "The deposit is due back within thirty days.");
    for (const link of [
      `${site()}/beans`,
      `${site()}/missing`,
      "https://www.youtube.com/watch?v=abc",
      "https://x.com/ada/status/1",
    ]) {
      await call(page, "POST", "/api/v1/content", { type: "link", link });
    }
    await page.reload();
    await expect(page.getByRole("article")).toHaveCount(5);
    await expect(page.getByText("Not read").first()).toBeVisible();
    await expectAccessible(page);

    const box = page.getByPlaceholder("Ask your memories...");
    await box.fill("When is the deposit due back?");
    await box.press("Enter");
    await expect(page.getByRole("article", { name: "Engram’s response" })).toContainText("thirty days");
    await expectAccessible(page);

    await page.getByRole("banner").getByRole("button", { name: "Add Memory" }).click();
    const panel = page.getByRole("dialog", { name: "Add Memory" });
    for (const tile of ["Website", "Note", "Document", "Integrations"]) {
      await panel.getByText(tile, { exact: true }).click();
      await expectAccessible(page);
    }
    await page.keyboard.press("Escape");
    await expect(panel).toBeHidden();

    await page.getByRole("button", { name: "User menu" }).click();
    await expect(page.getByRole("menu")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("menuitemcheckbox", { name: "Dark mode" }).click();
    await expect(page.locator("html")).toHaveClass("light");
    expect(await page.evaluate(() => localStorage.getItem("darkMode"))).toBe("false");
    await page.reload();
    await expect(page.locator("html")).toHaveClass("light");
  });
});
