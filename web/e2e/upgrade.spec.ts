import type { Page } from "@playwright/test";
import { expect, holdTimers, makeUser, test } from "./fixture";
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

test("UPG-01 to UPG-11 the plans, yearly and monthly, are paid by keyboard, accessible and fit every screen", async ({
  page,
}) => {
  await makeUser(page);
  const sent = await answer(page, "create-subscription", 200, { session: { id: "a", url: "/contact?paid" } });
  await page.goto("/upgrade");
  const pro = page.getByRole("article", { name: "Pro" });
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

  for (const text of ["$8.33", "$119.88", "You save $19.89", "API access"]) await expect(pro).toContainText(text);
  // A font that arrives later moves it too.
  await page.evaluate(async () => void (await document.fonts.ready));
  const before = await pro.boundingBox();
  await page.getByText("Monthly").click();
  await expect(pro).toContainText("$9.99");
  await expect(pro).not.toContainText("API access");
  await expect.poll(() => pro.boundingBox(), "the switch moves nothing").toEqual(before);
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: "Annual Save $21 Annually" })).toBeChecked();
  await expect(pro).toContainText("$8.33");

  // They are chosen and paid by keyboard only.
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByRole("radio", { name: "Monthly" })).toBeChecked();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Subscribe" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/contact?paid");
  expect(sent).toEqual([{ duration: "month" }]);

  // The thanks stay to be looked at.
  await holdTimers(page, 3000);
  await expectWellMade(page, ["/upgrade", "/subscription/success"]);
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
