import { addNote, call, expect, expectAccessible, forget, signUp, site, test } from "./fixture";

test.describe("without scripts", () => {
  // The browser itself notes those that were held back.
  test.use({ expectedMessages: /net::ERR_FAILED/ });

  test("UI-07 the class of the theme is set before the first paint", async ({ page }) => {
    await page.route("**/assets/*.js", (route) => route.abort());
    await page.goto("/favicon.svg");
    for (const theme of ["dark", "light"]) {
      await page.evaluate((dark) => localStorage.setItem("darkMode", JSON.stringify(dark)), theme === "dark");
      await page.goto("/auth/signin", { waitUntil: "commit" });
      await page.waitForFunction(() => document.body);
      await expect(page.locator("html")).toHaveClass(theme);
    }
  });
});

test("UI-05 UI-06 POL-05 the dashboard is accessible, empty and full, with its panel open and its answer shown, keeps its theme, and leaves what the cookie policy lists", async ({
  page,
  context,
  consoleMessages,
}) => {
  await signUp(page);
  await expect(page.getByText("Add to your second brain.")).toBeVisible();
  await expect(page.locator("html")).toHaveClass("dark");
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
  await expect(page.locator("html")).toHaveClass("light");
  await expect(page.getByRole("article")).toHaveCount(5);
  await expect(page.getByText("Not read").first()).toBeVisible();
  await expectAccessible(page);
  const box = page.getByPlaceholder("Ask your memories...");
  await box.fill("When is the deposit due back?");
  await box.press("Enter");
  await expect(page.getByRole("article", { name: "Engram’s response" })).toContainText("thirty days");
  // The cards stay below the answer.
  await expect(page.getByText("Not read").first()).toBeVisible();
  await expectAccessible(page);
  // The browser itself notes the tweet that is missing.
  forget(consoleMessages, /status of 404/);

  await page.goto("/policies/cookie-policy");
  const listed = await page.getByRole("rowheader").allTextContents();
  const left = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
  expect(left).toEqual(expect.arrayContaining(["darkMode", "token"]));
  expect(left.filter((name) => !listed.some((known) => name.startsWith(known)))).toEqual([]);
  expect(await context.cookies()).toEqual([]);
});
