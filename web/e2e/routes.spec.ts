import { expect, expectAccessible, makeUser, PASSWORD, test } from "./fixture";

test("U-01 ROUTE-01 ROUTE-02 ROUTE-08 ROUTE-09 ROUTE-10 ROLE-02 a visitor sees the entry and the forms, and a free user home, the plans and the profile", async ({
  page,
}) => {
  await page.goto("/");
  await expect(page).toHaveURL(/\/welcome$/);
  await expect(page.getByRole("main")).toBeVisible();
  await page.goto("/upgrade");
  await expect(page).toHaveURL(/\/auth\/signin\?redirect=\/upgrade$/);

  await makeUser(page);
  await page.goto("/", { waitUntil: "commit" });
  await expect(page).toHaveURL(/\/home$/);
  for (const path of ["/auth/signin", "/auth/signup"]) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/home$/);
  }
  for (const path of ["/upgrade", "/profile"]) {
    await page.goto(path);
    await expect(page.getByRole("main")).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(path);
  }
  await page.goto("/welcome");
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  await expect(page).toHaveURL(/\/welcome$/);
  await page.getByRole("banner").getByRole("link", { name: "Engram" }).click();
  await expect(page).toHaveURL(/\/home$/);
  await expect(page.getByRole("main")).toBeVisible();
});

test("ROUTE-06 ROUTE-14 light runs along the lines behind both forms, which are accessible, also with errors", async ({
  page,
}) => {
  const lines = page.locator(".auth-lines");
  const running = () => lines.evaluate((drawing) => drawing.getAnimations({ subtree: true }).length);
  for (const [path, action] of [
    ["/auth/signin", "Sign in"],
    ["/auth/signup", "Create account"],
  ] as const) {
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await page.goto(path);
    await expect(lines).toBeVisible();
    await expect(lines).toHaveAttribute("aria-hidden", "true");
    await expect.poll(running).toBeGreaterThan(0);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await expect.poll(running).toBe(0);
    await expect(lines).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel("Username").fill("m4");
    await page.getByRole("button", { name: action }).click();
    await expect(page.getByText("Username must be atleast 3 characters long")).toBeVisible();
    await expectAccessible(page);
  }
  await page.reload();
  await expect(page.getByRole("heading", { name: "Start remembering." })).toBeVisible();
});

test.describe("an ended session", () => {
  // The browser notes each 401, and the app what it was reading.
  test.use({ expectedMessages: /401|Please sign in to continue/ });

  test("U-13 AUTH-04 U-18 it leads to sign-in and back to the same place, and a redirect stays within the app", async ({
    page,
  }) => {
    const name = await makeUser(page);
    const signIn = async () => {
      await page.getByLabel("Username").fill(name);
      await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
      await page.getByRole("button", { name: "Sign in" }).click();
    };
    // A page that asks the server for nothing: the next one is the first to learn that the session has ended.
    await page.goto("/nowhere");
    await page.evaluate(() => localStorage.setItem("token", "ended"));
    await page.goto("/home#memories");
    await page.waitForURL("**/auth/signin**");
    await signIn();
    await page.waitForURL("**/home#memories");

    for (const redirect of ["//example.com", "https://example.com"]) {
      await page.goto(`/auth/signin?redirect=${encodeURIComponent(redirect)}`);
      await expect(page, "with a token it leads home at once").toHaveURL(/\/home$/);
    }
    await page.goto("/nowhere");
    await page.evaluate(() => localStorage.removeItem("token"));
    await page.goto(`/auth/signin?redirect=${encodeURIComponent("/\\example.com")}`);
    await signIn();
    await expect(page).toHaveURL(/\/home$/);
  });
});
