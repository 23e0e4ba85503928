import { expect, expectToast, test } from "./fixture";

/** Each page, and an address that the server refuses. */
const PAGES = [
  ["/policies/documentation", "Documentation", "Q1 2025", ""],
  ["/policies/api-reference", "API Reference", "Q2 2025", `${"a".repeat(10_000)}@example.com`],
  ["/policies/blog", "Blog", "Q1 2025", "=cmd|x@example.com"],
  ["/policies/community", "Community", "Q2 2025", "maya@example"],
] as const;

test.describe("Notify Me", () => {
  // What the browser itself notes of an answer that refuses, and of none.
  test.use({ expectedMessages: /status of (411|400)|ERR_FAILED|joining the waitlist failed/ });

  test("SOON-01 SOON-06 SOON-07 ERR-18 ERR-19 ERR-20 ERR-21 every page accepts an address once, and none that is invalid", async ({
    page,
  }) => {
    const field = page.getByLabel("Email");
    for (const [path, title, date, refused] of PAGES) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
      await expect(page.getByText(`Estimated launch: ${date}`)).toBeVisible();
      for (const [email, said] of [
        ["maya@example.com", "Added to waitlist"],
        [" MAYA@example.com ", "Already added to waitlist"],
        [refused, "Failed to add to waitlist"],
      ] as const) {
        await field.fill(email);
        await page.getByRole("button", { name: "Notify Me" }).click();
        await expectToast(page, said);
        await expect(field).toHaveValue("");
      }
    }
    // Of a server that can't be reached.
    await page.route("**/api/v1/waitlist", (route) => route.abort());
    await field.fill("maya@example.com");
    await field.press("Enter");
    await expectToast(page, "Error adding to waitlist");
    await expect(field).toHaveValue("");
  });
});

test("SOON-06 an invalid address is refused by the browser, and repeated presses send one once", async ({ page }) => {
  await page.goto("/policies/api-reference");
  const href = await page.getByRole("link", { name: "Read openapi.json" }).getAttribute("href");
  const contract = await (await page.request.get(href ?? "")).json();
  expect(contract.openapi).toBe("3.1.0");
  await page.getByLabel("Email").fill("nobody");
  await page.getByRole("button", { name: "Notify Me" }).click();
  await expect(page.getByLabel("Email")).toBeFocused();
  await expect(page.getByLabel("Email")).toHaveValue("nobody");

  const sent: unknown[] = [];
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/api/v1/waitlist", async (route) => {
    sent.push(route.request().postDataJSON());
    await answered;
    await route.continue();
  });
  await page.getByLabel("Email").fill("often@example.com");
  const button = page.getByRole("button", { name: "Notify Me" });
  await button.dblclick();
  await button.click({ force: true });
  await page.getByLabel("Email").press("Enter");
  await expect(button).toHaveAttribute("aria-busy", "true");
  answer();
  await expectToast(page, "Added to waitlist");
  await expect(button).not.toHaveAttribute("aria-busy");
  expect(sent).toEqual([{ item: "API Reference", email: "often@example.com" }]);
});

test.describe("before the code of the page has loaded", () => {
  test.use({ expectedMessages: /ERR_FAILED/, appArrives: false });

  test("nothing is sent, and what was typed stays", async ({ page }) => {
    await page.route(/\.js$/, (route) => route.abort());
    await page.goto("/policies/blog");
    await page.getByLabel("Email").fill("maya@example.com");
    await page.getByLabel("Email").press("Enter");
    await page.getByRole("button", { name: "Notify Me" }).click();
    await expect(page.getByLabel("Email")).toHaveValue("maya@example.com");
    await expect(page).toHaveURL(/\/policies\/blog$/);
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("SOON-02 every page can be read, and says how to be notified", async ({ page }) => {
    const contact = page.getByRole("main").getByRole("link", { name: "Contact" });
    for (const [path, title, date] of PAGES) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
      await expect(page.getByRole("listitem").filter({ has: page.getByRole("heading", { level: 3 }) })).toHaveCount(4);
      await expect(page.getByText(`Estimated launch: ${date}`)).toBeVisible();
      await expect(page.getByRole("button", { name: "Notify Me" })).toBeHidden();
      await expect(contact).toHaveAttribute("href", "/contact");
    }
    await contact.click();
    await expect(page).toHaveURL(/\/contact$/);
  });
});
