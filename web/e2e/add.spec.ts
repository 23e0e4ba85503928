import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectToast, pdf, signUp, test } from "./fixture";

const panel = (page: Page) => page.getByRole("dialog", { name: "Add Memory" });
const shelf = (page: Page) => page.getByRole("region", { name: "Your memories" });
const addMemory = (page: Page) => panel(page).getByRole("button", { name: "Add Memory" });

/** Files as a hand holds them over the page. */
function held(page: Page, files: { name: string; text: string }[]) {
  const all = files.map(({ name, text }) => ({ name, bytes: [...pdf(text)] }));
  return page.evaluateHandle((list) => {
    const transfer = new DataTransfer();
    for (const { name, bytes } of list) {
      transfer.items.add(new File([new Uint8Array(bytes)], name, { type: "application/pdf" }));
    }
    return transfer;
  }, all);
}

test("U-05 ADD-05 PDFs dropped anywhere on the dashboard are all saved by one Add Memory", { tag: "@nodes" }, async ({
  page,
}) => {
  await signUp(page);
  await expect(page.getByRole("button", { name: "User menu" })).toBeVisible();
  const dataTransfer = await held(page, [
    { name: "Lease.pdf", text: "The lease ends in May." },
    { name: "Boiler.pdf", text: "Bleed it in autumn." },
  ]);
  // What listens arrives after the page.
  await expect(async () => {
    await page.dispatchEvent("body", "dragenter", { dataTransfer });
    await expect(page.getByText("Drop to add")).toBeVisible({ timeout: 1000 });
  }).toPass();
  await page.dispatchEvent("body", "drop", { dataTransfer });
  await expect(page.getByText("Drop to add")).toBeHidden();
  await expect(panel(page).getByRole("listitem")).toHaveCount(2);
  await expect(panel(page).getByRole("progressbar")).toHaveCount(0);
  await expectAccessible(page);
  await addMemory(page).click();
  await expectToast(page, "Memory created successfully");
  await expect(panel(page)).toBeHidden();
  await expect(shelf(page).getByRole("article", { name: "Lease.pdf" })).toBeVisible();
  await expect(shelf(page).getByRole("article", { name: "Boiler.pdf" })).toBeVisible();
});

test("ADD-01 ADD-02 ADD-08 ADD-10 a note is added by keyboard only, and the focus returns; an address is pasted", async ({
  page,
}) => {
  await signUp(page);
  const opener = page.getByRole("banner").getByRole("button", { name: "Add Memory" });
  await opener.focus();
  await page.keyboard.press("Enter");
  await expect(panel(page).getByLabel("Website address")).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("ArrowRight");
  await expect(panel(page).getByRole("radio", { name: "Note" })).toBeChecked();
  await page.keyboard.press("Tab");
  await expect(panel(page).getByPlaceholder("Add your note")).toBeFocused();
  // It comes after the rest of the panel.
  const tags = panel(page).getByRole("combobox", { name: "Add a tag" });
  await expect(tags).toBeVisible();
  await page.keyboard.type("Typed by hand.");
  await page.keyboard.press("Tab");
  await expect(tags).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(panel(page).getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(panel(page)).toBeHidden();
  await expect(opener).toBeFocused();
  await expect(shelf(page).getByText("Typed by hand.")).toBeVisible();

  await test.step("a pasted address opens the panel, except when pasted into the question", async () => {
    const paste = (selector: string) =>
      page.evaluate((to) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", "https://example.com/a");
        const init = { clipboardData, bubbles: true, cancelable: true };
        document.querySelector(to)?.dispatchEvent(new ClipboardEvent("paste", init));
      }, selector);
    await paste("textarea");
    // What listens arrives after the page.
    await expect(async () => {
      await paste("body");
      await expect(panel(page)).toBeVisible({ timeout: 1000 });
    }).toPass();
    await expect(panel(page).getByLabel("Website address")).toHaveValue("https://example.com/a");
    await page.keyboard.press("Escape");
    await expect(panel(page)).toBeHidden();
  });
});
