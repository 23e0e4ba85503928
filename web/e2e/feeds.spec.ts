import { expect, expectAccessible, expectKeys, expectToFit, forget, signUp, site, test } from "./fixture";

const WIDTHS = [320, 390, 900, 1536];

test("a feed is followed by the address of its site, shows on cards, and is paused, renamed and left", async ({
  page,
  consoleMessages,
}) => {
  await signUp(page);
  await expectKeys(page);
  await page.keyboard.press("Shift+F");
  await expect(page).toHaveURL(/\/profile\/feeds$/);
  await expect(page).toHaveTitle("Feeds, Engram");
  const address = page.getByLabel("Address of a site or a feed");
  await address.fill(`${site()}/beans`);
  await address.press("Enter");
  await expect(page.getByRole("region", { name: "Follow a feed" }).getByRole("alert")).not.toBeEmpty();
  // The browser itself notes the refusal.
  forget(consoleMessages, /status of 4\d\d/);
  await address.fill(`${site()}/bean-row`);
  await address.press("Enter");
  const feed = page.getByRole("listitem", { name: "The bean row" });
  await expect(feed.getByRole("link", { name: "2 saved, 2 unread" })).toBeVisible();
  const answers = page.getByRole("switch", { name: "Answers use feeds" });
  await expect(answers).not.toBeChecked();
  for (const width of WIDTHS) await expectToFit(page, width);
  await expectAccessible(page);

  await feed.getByRole("link", { name: "2 saved, 2 unread" }).click();
  await expect(page.getByRole("article")).toHaveCount(2);
  await expect(page.getByText("From the feed The bean row").first()).toBeAttached();
  await page.getByRole("article").first().getByRole("link").first().click();
  await expect(page.locator("#opened")).toContainText("From the feed");
  await expect(page.locator("#opened")).toContainText("The bean row");

  await page.goto("/profile/feeds");
  await feed.getByRole("button", { name: /^Pause/ }).click();
  await expect(feed.getByText(/Paused/)).toBeVisible();
  await feed.getByRole("button", { name: /^Rename/ }).click();
  await page.keyboard.type("Beans");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("Beans");
  await page.keyboard.press("Enter");
  const renamed = page.getByRole("listitem", { name: "Beans" });
  await renamed.getByRole("button", { name: "Unfollow Beans" }).click();
  const question = page.getByRole("dialog", { name: "Unfollow this feed?" });
  await question.getByRole("radio", { name: "They stay" }).focus();
  await page.keyboard.press("ArrowDown");
  await expectAccessible(page);
  await question.getByRole("button", { name: "Unfollow", exact: true }).click();
  await expect(page.getByText("You follow no feeds yet.")).toBeVisible();
});
