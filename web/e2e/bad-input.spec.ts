import { expect, signUp, test } from "./fixture";

test("ERR-06 VAL-18 a file that is no PDF is refused where it was dropped, and nothing is lost", async ({
  page,
  consoleMessages,
}) => {
  await signUp(page);
  await page.getByRole("banner").getByRole("button", { name: "Add Memory" }).click();
  const panel = page.getByRole("dialog", { name: "Add Memory" });
  await panel.getByText("Document", { exact: true }).click();
  await panel.locator("input[type=file]").setInputFiles({
    name: "really a picture.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.from("\x89PNG\r\n"),
  });
  await expect(panel.getByRole("alert").filter({ hasText: "ERROR! Only PDF files can be uploaded" })).toBeVisible();
  await expect(panel.getByRole("button", { name: "Add Memory" })).toBeDisabled();
  // The browser itself notes the 415.
  consoleMessages.splice(0, consoleMessages.length, ...consoleMessages.filter((text) => !text.includes("415")));
});

test("a PDF beyond the limit is answered in words", async ({ page, consoleMessages }) => {
  await signUp(page);
  await page.getByRole("banner").getByRole("button", { name: "Add Memory" }).click();
  const panel = page.getByRole("dialog", { name: "Add Memory" });
  await panel.getByText("Document", { exact: true }).click();
  await panel.locator("input[type=file]").setInputFiles({
    name: "large.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.concat([Buffer.from("%PDF-1.4\n"), Buffer.alloc(30 << 20, "x")]),
  });
  await expect(panel.getByRole("alert").filter({ hasText: "ERROR! The file is too large" })).toBeVisible();
  consoleMessages.splice(0, consoleMessages.length, ...consoleMessages.filter((text) => !text.includes("413")));
});

test("saved text is only text: nothing in it becomes markup", async ({ page }) => {
  await signUp(page);
  const hostile = `<img src=x onerror="document.title='owned'"> [click](javascript:alert(1)) ![x](http://127.0.0.1:1/leak) the deposit word`;
  await page.getByRole("banner").getByRole("button", { name: "Add Memory" }).click();
  const panel = page.getByRole("dialog", { name: "Add Memory" });
  await panel.getByText("Note", { exact: true }).click();
  await panel.getByPlaceholder("Add your note").fill(hostile);
  await panel.getByRole("button", { name: "Add Memory" }).click();
  await expect(page.getByRole("article").getByText("<img src=x", { exact: false })).toBeVisible();
  const box = page.getByPlaceholder("Ask your memories...");
  await box.fill("the deposit word");
  await box.press("Enter");
  const answer = page.getByRole("article", { name: "Engram’s response" });
  await expect(answer).toBeVisible();
  await expect(answer.locator("img, a[href^='javascript']")).toHaveCount(0);
  await expect(page).not.toHaveTitle("owned");
});
