import type { Page } from "@playwright/test";
import {
  addNote,
  call,
  expect,
  expectAccessible,
  expectKeys,
  expectToast,
  expectToFit,
  forget,
  makeUser,
  PASSWORD,
  signUp,
  test,
} from "./fixture";

const FRESH = "Another2?zebra";

async function change(page: Page, current: string, fresh: string, confirmed = fresh) {
  await page.getByLabel("Current Password").fill(current);
  await page.getByLabel("New Password", { exact: true }).fill(fresh);
  await page.getByLabel("Confirm New Password").fill(confirmed);
  await page.getByRole("button", { name: "Update Password" }).click();
}

async function expectCleared(page: Page) {
  for (const name of ["Current Password", "New Password", "Confirm New Password"]) {
    await expect(page.getByLabel(name, { exact: true })).toHaveValue("");
  }
}

const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0";

/** Signs in once more, as another device; returns its token. */
async function signInElsewhere(page: Page, username: string, agent: string): Promise<string> {
  const response = await page.request.post("/api/v1/signin", {
    data: { username, password: PASSWORD },
    headers: { "user-agent": agent },
  });
  return (await response.json()).token;
}

const statusOf = async (page: Page, token: string) =>
  (await page.request.get("/api/v1/getuser", { headers: { authorization: token } })).status();

/** Checks the page at every width: nothing is cut off, and axe finds nothing where it looks another way. */
async function expectFits(page: Page) {
  for (const width of [390, 900, 1536]) {
    await expectToFit(page, width, 800);
    if (width !== 900) await expectAccessible(page);
  }
}

test("MENU-03 PROF-14 the menu leads to the profile, which shows who is signed in", async ({
  page,
  consoleMessages,
}) => {
  const name = await signUp(page);
  await signInElsewhere(page, name, FIREFOX);
  await page.getByRole("button", { name: "User menu" }).click();
  await page.getByRole("menuitem", { name: "Profile" }).click();
  await expect(page).toHaveURL(/\/profile$/);
  await expect(page).toHaveTitle("Profile, Engram");
  const about = page.getByRole("region", { name: "About you" });
  await expect(about).toContainText(name);
  await expect(about).toContainText("No email yet");
  await expect(page.getByRole("link", { name: "support@engram.local" })).toBeVisible();

  await test.step("PROF-03 the email is set and removed in its place, by keyboard only", async () => {
    await about.getByRole("button", { name: "Add email" }).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.type("nobody");
    await page.keyboard.press("Enter");
    await expect(about.getByRole("alert")).toHaveText("Please enter a valid email address");
    // The browser itself notes the refusal.
    forget(consoleMessages, /status of 400/);
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("maya@example.com");
    await page.keyboard.press("Enter");
    const change = about.getByRole("button", { name: "Change email" });
    await expect(change).toBeFocused();
    await expect(about).toContainText("maya@example.com");
    await expect(page.getByRole("complementary")).toContainText("maya@example.com");
    await page.reload();
    await change.click();
    await page.keyboard.press("Delete");
    await page.keyboard.press("Enter");
    await expect(about).toContainText("No email yet");
    await expect(about.getByRole("button", { name: "Add email" })).toBeFocused();
  });

  await test.step("PROF-01 PROF-02 the sidebar is 18rem wide, and folds under a toggle on small screens", async () => {
    const side = page.getByRole("complementary", { name: "Account" });
    const security = side.getByRole("link", { name: "Security" });
    await expect.poll(async () => (await side.boundingBox())?.width).toBe(288);
    await security.click();
    await expect(page).toHaveURL(/#security$/);
    await expect(security).toHaveAttribute("aria-current", "location");

    await page.setViewportSize({ width: 390, height: 700 });
    await expect(security).toBeHidden();
    await side.getByRole("button", { name: "Menu" }).click();
    await side.getByRole("link", { name: "Subscription" }).click();
    await expect(security).toBeHidden();
    await expect(page.getByRole("heading", { name: "Subscription" })).toBeInViewport();
  });

  await test.step("it is accessible and fits every screen", async () => {
    await change(page, PASSWORD, FRESH, "other");
    await expect(page.locator(".banner")).toBeVisible();
    await about.getByRole("button", { name: "Add email" }).click();
    await expect(page.getByRole("meter")).toHaveCount(3);
    await expect(page.getByRole("button", { name: "Sign out Firefox on Windows" })).toBeVisible();
    await page.setViewportSize({ width: 390, height: 800 });
    await page.getByRole("button", { name: "Menu" }).click();
    await expect(page.getByRole("button", { name: "Menu" })).toHaveAttribute("aria-expanded", "true");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Menu" }).click();
    await expectFits(page);
  });

  await test.step("what was typed in another tab goes with its memories, and the way back does not lead there", async () => {
    await page.getByRole("complementary").getByRole("link", { name: "Engram" }).click();
    await expect(page).toHaveURL(/\/home$/);
    const other = await page.context().newPage();
    await other.goto("/profile");
    await expect(other.getByRole("region", { name: "About you" })).toContainText(name);
    await other.goto("/home");
    await other.getByPlaceholder("Ask your memories...").fill("Where is it?");
    await expectKeys(page);
    await page.keyboard.press("Shift+Q");
    await expect(page.getByLabel("Username")).toBeVisible();
    await expect(page).toHaveURL(/\/auth\/signin/);
    await expect(other).toHaveURL(/\/auth\/signin/);
    await expect.poll(() => other.evaluate(() => JSON.stringify(sessionStorage))).not.toContain("Where is it?");
    await other.goBack();
    await expect(other).toHaveURL(/\/auth\/signin/);
  });

  await test.step("ROUTE-04 it needs a token", async () => {
    await page.goto("/profile");
    await expect(page).toHaveURL(/\/auth\/signin/);
  });
});

test("PROF-04 PROF-05 PROF-15 ERR-14 ERR-15 ERR-16 the password is changed, and the new one signs in", {
  tag: "@nodes",
}, async ({ page, consoleMessages }) => {
  const name = await makeUser(page);
  await page.goto("/profile");
  const said = page.locator(".banner");

  await change(page, PASSWORD, FRESH, `${FRESH}?`);
  await expect(said).toHaveText("New passwords do not match");
  await expectCleared(page);

  await change(page, `${PASSWORD}x`, FRESH);
  await expect(said).toHaveText("Old Password doesn't match");
  await expectToast(page, "Incorrect current password");
  await expectCleared(page);

  await change(page, PASSWORD, "weak");
  await expect(said).toHaveText("Password should be atleast 8 characters long");
  await expectCleared(page);
  // The browser itself notes the two refusals.
  forget(consoleMessages, /status of (400|401|403)/);

  await change(page, PASSWORD, FRESH);
  await expect(said).toHaveText("Password updated successfully");
  await expectToast(page, "Password reset successfull");
  await expectCleared(page);

  await page.evaluate(() => localStorage.removeItem("token"));
  await page.goto("/auth/signin");
  await page.getByLabel("Username").fill(name);
  await page.getByLabel("Password", { exact: true }).fill(FRESH);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("**/home");
});

test("another device is signed out, then all others, and the history says so", { tag: "@nodes" }, async ({ page }) => {
  const name = await makeUser(page);
  const tokens = [];
  for (let i = 0; i < 3; i++) tokens.push(await signInElsewhere(page, name, i === 0 ? FIREFOX : "curl/8.14.1"));
  await page.goto("/profile");
  const security = page.getByRole("region", { name: "Security" });
  await expect(security.getByText("This device")).toBeVisible();
  await security.getByRole("button", { name: "Sign out Firefox on Windows" }).press("Enter");
  const title = security.getByRole("heading", { name: "Where you are signed in" });
  await expect(title).toBeFocused();
  await expect(security.getByRole("button", { name: /^Sign out / })).toHaveCount(3);
  expect(await Promise.all(tokens.map((token) => statusOf(page, token)))).toEqual([401, 200, 200]);

  await security.getByRole("button", { name: "Sign out everywhere else" }).press("Enter");
  await expect(title).toBeFocused();
  await expect(security.getByRole("button", { name: /^Sign out / })).toHaveCount(0);
  expect(await Promise.all(tokens.map((token) => statusOf(page, token)))).toEqual([401, 401, 401]);

  const happened = security.getByRole("list", { name: "What happened" }).getByRole("listitem");
  await expect(happened.nth(0)).toContainText("Signed out everywhere else");
  await expect(happened.nth(1)).toContainText("Signed out Firefox on Windows");
  await expect(happened.nth(2)).toContainText("curl");
  await expect(happened).toHaveCount(5);
  await security.getByRole("button", { name: "Show more" }).press("Enter");
  await expect(happened).toHaveCount(6);
  await expect(happened.nth(5)).toBeFocused();
  await expect(happened.nth(5)).toContainText("Account created");
});

/** Buys a month of Pro as a person does, and ends on the dashboard. */
async function buyMonth(page: Page) {
  await page.goto("/upgrade");
  await page.getByText("Monthly").click();
  await page.getByRole("button", { name: "Subscribe" }).click();
  await page.waitForURL("**/test-checkout/cs_test_*");
  const saved = page.waitForResponse("**/api/v1/save-payment");
  await page.locator('form[action$="/pay"] button').click();
  await page.waitForURL("**/subscription/success?session_id=*");
  await page.waitForURL("**/home");
  await saved;
}

/** Buys a year of Pro without the pages that lead to it. */
async function buyYear(page: Page) {
  const { body } = await call(page, "POST", "/api/v1/create-subscription", { duration: "year" });
  const { id, url } = body.session;
  await page.request.post(`${url}/pay`, { maxRedirects: 0 });
  expect((await call(page, "POST", "/api/v1/save-payment", { session_id: id })).status).toBe(200);
}

const STRANGE = ["<b>bold</b>".repeat(450), "\u202emoc.elgoog", "\ud83d\udcf1".repeat(900)];

/** Answers with unusual texts where devices are listed and what happened, until the returned function is called. */
async function listStrangeDevices(page: Page) {
  const at = new Date().toISOString();
  const kept = { createdAt: at, lastUsedAt: at };
  const sessions = STRANGE.map((device, i) => ({ id: `${i}`, device, ...kept, current: i === 0 }));
  const events = STRANGE.map((text, i) => ({ id: `${i}`, kind: "session-ended", text, device: text, at }));
  await page.route("**/api/v1/sessions", (route) => route.fulfill({ json: { sessions } }));
  await page.route("**/api/v1/audit", (route) => route.fulfill({ json: { events } }));
  return async () => {
    await page.unroute("**/api/v1/sessions");
    await page.unroute("**/api/v1/audit");
  };
}

test("PROF-06 to PROF-13 ERR-17 ERR-27 ROLE-04 Pro is bought, shown, kept, cancelled and gone", async ({
  page,
  consoleMessages,
}) => {
  await makeUser(page);
  await page.goto("/profile");
  const section = page.getByRole("region", { name: "Subscription" });
  const security = page.getByRole("region", { name: "Security" });
  await expect(section.getByRole("link", { name: "Upgrade Pro" })).toBeVisible();
  const card = page.getByRole("region", { name: "Pro Membership" });
  await expect(card).toHaveCount(0);
  await expect(page.getByRole("meter", { name: "Searches today" })).toBeVisible();
  await expect(security).toContainText("API access comes with the annual plan of Pro.");
  await expect(security.getByRole("button", { name: "Make a token" })).toBeHidden();

  await buyMonth(page);
  await expect(page.getByRole("banner").getByText("Premium")).toBeVisible();
  const listRealDevices = await listStrangeDevices(page);
  await page.getByRole("button", { name: "User menu" }).click();
  await page.getByRole("menuitem", { name: "Profile" }).click();
  const next = await page.evaluate(() => new Date(new Date().setMonth(new Date().getMonth() + 1)).getFullYear());
  for (const text of ["Current Plan: Pro", "Billing cycle: Monthly", `${next}`]) await expect(card).toContainText(text);
  await expect(card.getByText(/^\w{3} \w{3} \d{2} \d{4}$/)).toBeVisible();
  await expect(page.getByText("0 asked, no limit")).toBeVisible();

  const question =
    "Are you sure you want to cancel your Pro membership? You'll lose access to all Pro features right now";
  const happened = page.getByRole("list", { name: "What happened" }).getByRole("listitem");
  await card.getByRole("button", { name: "Cancel Membership" }).click();
  await expect(card.getByText(question)).toBeVisible();
  await test.step("a membership, its end and unusual texts are accessible and fit every screen", async () => {
    await expect(happened).toHaveCount(3);
    await expectFits(page);
    await listRealDevices();
  });
  await card.getByRole("button", { name: "Keep Membership" }).click();
  await expect(card.getByText(question)).toHaveCount(0);

  await test.step("ERR-27 a failed cancel is silent, and Pro stays", async () => {
    await page.route("**/api/v1/cancel-subscription", (route) =>
      route.fulfill({ status: 503, json: { message: "down" } }),
    );
    await card.getByRole("button", { name: "Cancel Membership" }).press("Enter");
    await expect(card.getByRole("button", { name: "Keep Membership" })).toBeFocused();
    const failed = page.waitForResponse("**/api/v1/cancel-subscription");
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Enter");
    await failed;
    await expect(card.getByRole("button", { name: "Yes, Cancel Membership" })).not.toHaveAttribute("aria-busy", "true");
    await expect(page.getByText("down")).toHaveCount(0);
    await expect(page.getByText("Membership cancelled successfully")).toHaveCount(0);
    // The browser itself notes the refusal, and the app logs it.
    forget(consoleMessages, /status of 503|cancelling the membership failed/);
    await page.unroute("**/api/v1/cancel-subscription");
  });
  await card.getByRole("button", { name: "Yes, Cancel Membership" }).press("Enter");
  await expect(section.getByText("Membership cancelled successfully")).toBeVisible();
  await expectToast(page, "Membership cancelled");
  await expect(card).toHaveCount(0);
  await expect(section.getByRole("link", { name: "Upgrade Pro" })).toBeVisible();
  await expect(page.getByRole("meter", { name: "Searches today" })).toBeVisible();
  await expect(happened.first()).toContainText("Pro membership cancelled");
  await expect(happened.nth(1)).toContainText("Pro membership began");
  await expectAccessible(page);

  // Nothing is loaded anew on the way.
  await page.getByRole("link", { name: "Your memories" }).click();
  await expect(page.getByRole("banner").getByRole("link", { name: "Upgrade Pro" })).toBeVisible();
  await expect(page.getByRole("banner").getByText("Premium")).toHaveCount(0);
});

test("U-06 an API token is made by keyboard, lets a program in, and is revoked", async ({ page }) => {
  await makeUser(page);
  await buyYear(page);
  await page.goto("/profile");
  const security = page.getByRole("region", { name: "Security" });
  await security.getByRole("button", { name: "Make a token" }).focus();
  await page.keyboard.press("Enter");
  await expect(security.getByLabel("Name")).toBeFocused();
  await expectFits(page);
  await page.keyboard.type("My script");
  // Past Read and Ask, Save is let go of.
  for (const key of ["Tab", "Tab", "Tab", "Space", "Enter"]) await page.keyboard.press(key);
  const shown = security.getByLabel("Token", { exact: true });
  await expect(shown).toBeFocused();
  const secret = await shown.inputValue();
  expect(secret).toMatch(/^engram_pat_[0-9A-Za-z]{71}$/);
  await expect(security.getByRole("list", { name: "API tokens" })).toContainText(
    "Read, Ask · Made just now · Never used",
  );
  await expectToFit(page, 390);
  await expectAccessible(page);

  const asProgram = (method: string, path: string) =>
    page.request.fetch(path, { method, headers: { authorization: `Bearer ${secret}` }, data: {} });
  expect((await asProgram("GET", "/api/v1/tags")).status()).toBe(200);
  expect((await asProgram("POST", "/api/v1/content")).status()).toBe(403);
  expect((await asProgram("GET", "/api/v1/tokens")).status()).toBe(403);

  await page.reload();
  await expect(security).toContainText("Used within the last hour");
  expect(await page.content()).not.toContain(secret);
  await security.getByRole("button", { name: "Revoke My script" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).focus();
  await page.keyboard.press("Enter");
  await expectToast(page, "Token revoked");
  await expect(security.getByRole("heading", { name: "API tokens" })).toBeFocused();
  expect((await asProgram("GET", "/api/v1/tags")).status()).toBe(401);
  await expect(security).toContainText("Revoked the API token My script");
});

test("a deleted memory rests in the trash, is restored, and removed for good", { tag: "@nodes" }, async ({ page }) => {
  await makeUser(page);
  await addNote(page, "The spare key hangs behind the boiler.");
  const { body } = await call(page, "GET", "/api/v1/content");
  expect((await call(page, "DELETE", "/api/v1/content", { contentId: body.content[0]._id })).status).toBe(200);
  await page.goto("/profile#data");
  await expect(page).toHaveURL(/\/profile\/data$/);
  const data = page.getByRole("region", { name: "Tags and trash" });
  await expect(data.getByRole("listitem")).toContainText("The spare key hangs behind the boiler.");
  await expect(data.getByRole("listitem")).toContainText("gone in 30 days");
  await expectFits(page);
  await data.getByRole("button", { name: /^Restore/ }).click();
  await expect(data.getByText("The trash is empty.")).toBeVisible();
  await expect(data.getByRole("heading", { name: "Trash", exact: true })).toBeFocused();
  await page.goto("/home");
  const card = page.getByRole("article").filter({ hasText: "spare key" });
  const sent = page.waitForResponse(
    (response) =>
      response.request().method() === "DELETE" && response.url().endsWith("/api/v1/content") && response.ok(),
  );
  await card.hover();
  await card.getByRole("button", { name: /^Delete/ }).click();
  await sent;
  await page.goto("/profile/data");
  await data.getByRole("button", { name: "Empty the trash" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Empty the trash" }).click();
  await expect(data.getByText("The trash is empty.")).toBeVisible();
});
