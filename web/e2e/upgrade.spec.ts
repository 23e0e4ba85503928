import type { Page } from "@playwright/test";
import { expect, expectToast, holdTimers, makeUser, signUp, test } from "./fixture";
import { expectWellMade } from "./page-checks";

/** Answers in the server's place, and notes what it was sent. */
async function answer(page: Page, call: string, status: number, body: unknown): Promise<unknown[]> {
  const sent: unknown[] = [];
  await page.route(`**/api/v1/${call}`, (route) => {
    sent.push(route.request().postDataJSON());
    return route.fulfill({ status, json: body });
  });
  return sent;
}

const pro = (page: Page) => page.getByRole("article", { name: "Pro" });

test("ROUTE-10 ROLE-02 without a token the plans need a sign-in; a free user opens home, the plans and the profile", async ({
  page,
}) => {
  await page.goto("/upgrade");
  await expect(page).toHaveURL(/\/auth\/signin\?redirect=\/upgrade$/);
  await signUp(page);
  for (const path of ["/upgrade", "/profile", "/home"]) {
    await page.goto(path);
    await expect(page.getByRole("main")).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(path);
  }
});

test("UPG-01 to UPG-11 the plans, yearly and monthly", async ({ page }) => {
  await makeUser(page);
  await page.goto("/upgrade");
  await expect(page.getByRole("article")).toHaveCount(3);
  // The middle of the arrow of the way back is that of its words.
  const apart = () =>
    page.getByRole("link", { name: "Your memories" }).evaluate((link) => {
      const middle = (of: Element | null) => {
        const { top = 0, bottom = 0 } = of?.getBoundingClientRect() ?? {};
        return (top + bottom) / 2;
      };
      return middle(link.querySelector("svg")) - middle(link);
    });
  await expect.poll(apart).toBeCloseTo(0, 0);
  await expect(page.getByRole("article", { name: "Free" })).toContainText("Your plan");
  await expect(page.getByRole("article", { name: "Free" })).toContainText("20 searches per day");
  await expect(page.getByText("30-day money-back guarantee")).toBeVisible();
  await expect(page.getByRole("link", { name: "Contact Sales" })).toHaveAttribute(
    "href",
    /^mailto:sales@engram\.local\?/,
  );

  for (const text of ["$8.33", "$119.88", "You save $19.89", "API access"]) await expect(pro(page)).toContainText(text);
  // A font that arrives later moves it too.
  await page.evaluate(async () => void (await document.fonts.ready));
  const before = await pro(page).boundingBox();
  await page.getByText("Monthly").click();
  await expect(pro(page)).toContainText("$9.99");
  await expect(pro(page)).not.toContainText("API access");
  await expect.poll(() => pro(page).boundingBox(), "the switch moves nothing").toEqual(before);
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: "Annual Save $21 Annually" })).toBeChecked();
  await expect(pro(page)).toContainText("$8.33");
});

test.describe("when subscribing fails", () => {
  test.use({ expectedMessages: /status of 503|creating the subscription failed/ });

  test("ERR-27 U-15 the button can be used again", async ({ page }) => {
    await makeUser(page);
    const sent = await answer(page, "create-subscription", 503, { message: "down" });
    await page.goto("/upgrade");
    for (const times of [1, 2]) {
      await page.getByRole("button", { name: "Subscribe" }).click();
      await expect.poll(() => sent.length).toBe(times);
      await expect(page.getByRole("button", { name: "Subscribe" })).toBeEnabled();
    }
    await expect(page).toHaveURL(/\/upgrade$/);
  });
});

test("ERR-13 a cancelled payment is reported once", async ({ page }) => {
  await makeUser(page);
  await page.goto("/upgrade?status=cancelled");
  await expectToast(page, "Payment was cancelled. Please try again.");
  await expect(page).toHaveURL(/\/upgrade$/);
  await page.reload();
  await expect(page.getByRole("article")).toHaveCount(3);
  await expect(page.getByText("Payment was cancelled. Please try again.")).toHaveCount(0);
});

test("PAY-01 to PAY-05 a payment is thanked for and saved, and home opens by itself", { tag: "@nodes" }, async ({
  page,
}) => {
  await makeUser(page);
  const sent = await answer(page, "save-payment", 200, { message: "Payment saved" });
  // Home opens after three seconds, in which a slow machine does not see the thanks.
  const release = await holdTimers(page, 3000);
  await page.goto("/subscription/success?session_id=cs_test_a");
  await expect(page.getByRole("heading", { name: "Payment Successful!" })).toBeVisible();
  await expect(page.getByRole("progressbar")).toBeVisible();
  await release();
  await page.waitForURL("**/home");
  expect(sent).toEqual([{ session_id: "cs_test_a" }]);
});

test("UPG-05 UPG-09 UPG-10 the plans are chosen and paid by keyboard only", async ({ page }) => {
  await makeUser(page);
  const sent = await answer(page, "create-subscription", 200, { session: { id: "a", url: "/contact?paid" } });
  await page.goto("/upgrade");
  const annual = page.getByRole("radio", { name: "Annual Save $21 Annually" });
  await annual.focus();
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByRole("radio", { name: "Monthly" })).toBeChecked();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Subscribe" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/contact?paid");
  expect(sent).toEqual([{ duration: "month" }]);
});

test.describe("without a payment", () => {
  test.use({ expectedMessages: /status of 40[2349]|(saving the payment|creating the subscription) failed/ });

  test("PAY-03 U-14 a 402 gives its reason, on the way home as well", async ({ page }) => {
    await makeUser(page);
    await answer(page, "save-payment", 402, { message: "This payment is not complete." });
    await page.goto("/subscription/success?session_id=cs_test_a");
    await expectToast(page, "This payment is not complete.");
    await page.waitForURL("**/home");
    await expect(page.getByText("Premium")).toHaveCount(0);
  });

  test("ERR-27 a user with Pro sees that it is their plan", async ({ page }) => {
    await makeUser(page);
    await page.route("**/api/v1/create-subscription", (route) =>
      route.fulfill({ status: 409, json: { message: "You have Pro already" } }),
    );
    await page.goto("/upgrade");
    await page.getByRole("button", { name: "Subscribe" }).press("Enter");
    await expect(pro(page).getByText("Your plan")).toBeFocused();
    await expect(page.getByText("You have Pro already")).toHaveCount(0);
  });
});

test("the plans and the thanks are accessible, still with reduced motion, and fit every screen", async ({ page }) => {
  await makeUser(page);
  // The thanks stay to be looked at.
  await holdTimers(page, 3000);
  await expectWellMade(page, ["/upgrade", "/subscription/success"]);
});
