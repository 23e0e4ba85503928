import { expect, test } from "./fixture";

test("ROUTE-12 ROUTE-13 LOST-01 LOST-02 LOST-03 LOST-04 any other path shows the 404 page, with one header and its links", async ({
  page,
}) => {
  await page.goto("/auth/signin");
  await page.getByRole("link", { name: "Make an account" }).click();
  await expect(page).toHaveURL(/\/auth\/signup$/);
  await page.goto("/policies/no-such-policy");
  await expect(page.getByText("404")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Page Not Found" })).toBeVisible();
  await expect(page).toHaveTitle("Page Not Found, Engram");
  expect(await page.getByRole("banner").count()).toBeLessThanOrEqual(1);
  await page.getByRole("button", { name: "Go Back" }).click();
  await expect(page).toHaveURL(/\/auth\/signup$/);
  // Of an entry that the app itself made, too.
  await page.evaluate(() => window.history.pushState(null, "", "/no/such/page"));
  await page.reload();
  await page.getByRole("button", { name: "Go Back" }).click();
  await expect(page).toHaveURL(/\/auth\/signup$/);
  await page.goto("/no/such/page");
  await page.getByRole("link", { name: "Back to Home" }).click();
  await expect(page).toHaveURL(/\/welcome$/);
  await page.goto("/no/such/page");
  await page.getByRole("link", { name: "Contact Support" }).click();
  await expect(page).toHaveURL(/\/contact$/);
  await expect(page.getByRole("link", { name: "support@engram.local" })).toBeVisible();
});

test("LOST-02 LOST-03 if it is opened first, Go Back leads to the entry, also after returning, and so does Back to Home", async ({
  page,
  context,
}) => {
  await page.goto("/policies/blog");
  const opening = context.waitForEvent("page");
  await page.evaluate(() => void window.open("/no/such/page", "_blank", "noopener"));
  const first = await opening;
  const goBack = first.getByRole("button", { name: "Go Back" });
  for (const way of [goBack, goBack, first.getByRole("link", { name: "Back to Home" })]) {
    await way.press("Enter");
    await expect(first).toHaveURL(/\/welcome$/);
    await first.goBack();
  }
  await first.getByRole("link", { name: "Contact Support" }).click();
  await expect(first).toHaveURL(/\/contact$/);
  await first.goBack();
  await goBack.click();
  await expect(first).toHaveURL(/\/welcome$/);
});
