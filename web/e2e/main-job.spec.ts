import { expect, expectAccessible, expectToast, PASSWORD, pdf, signUpByForm, site, test } from "./fixture";

test("the whole main job: sign up, save a page, a PDF and notes, ask, and get the right memory first with an answer that cites it", {
  tag: "@nodes",
}, async ({ page }) => {
  const name = await signUpByForm(page);
  await expect(page.getByRole("heading", { name: `Good Evening ${name}` })).toBeVisible();
  const panel = page.getByRole("dialog", { name: "Add Memory" });
  const open = () => page.getByRole("banner").getByRole("button", { name: "Add Memory" }).click();

  await test.step("a note", async () => {
    await open();
    await panel.getByText("Note", { exact: true }).click();
    await panel.getByPlaceholder("Add your note").fill("The ferry to the island leaves at seven, except on Sundays.");
    await panel.getByRole("button", { name: "Add Memory" }).click();
    await expectToast(page, "Memory created successfully");
    await expect(panel).toBeHidden();
    await expect(page.getByText("The ferry to the island leaves at seven")).toBeVisible();
  });
  await test.step("a web page", async () => {
    await open();
    await panel.getByText("Website", { exact: true }).click();
    await panel.getByLabel("Website address").fill(`${site()}/beans`);
    await panel.getByRole("button", { name: "Add Memory" }).click();
    await expect(panel).toBeHidden();
    await expect(page.getByRole("heading", { name: "What to sow when it is already too late" })).toBeVisible();
    await expect(page.getByText("Broad beans, chard, corn salad.")).toBeVisible();
  });
  await test.step("a PDF", async () => {
    await open();
    await panel.getByText("Document", { exact: true }).click();
    await panel.locator("input[type=file]").setInputFiles({
      name: "Lease, 14 Quay Street.pdf",
      mimeType: "application/pdf",
      buffer: pdf("The notice period of this lease is three months."),
    });
    await expect(panel.getByText("Lease, 14 Quay Street.pdf")).toBeVisible();
    await panel.getByRole("button", { name: "Add Memory" }).click();
    await expect(panel).toBeHidden();
    const card = page.getByRole("article", { name: "Lease, 14 Quay Street.pdf" });
    await expect(card).toHaveAttribute("aria-busy", "false");
    const link = card.getByRole("link", { name: "Document" });
    await expect(link).toHaveAttribute("target", "_blank");
    const opened = await page.request.get((await link.getAttribute("href")) ?? "");
    expect(opened.headers()["content-type"]).toBe("application/pdf");
  });
  await test.step("ask about the PDF", async () => {
    const box = page.getByPlaceholder("Ask your memories...");
    await box.fill("How long is the notice period of my lease?");
    await box.press("Enter");
    const answer = page.getByRole("article", { name: "Engram’s response" });
    await expect(answer).toContainText("The notice period of this lease is three months.");
    await expect(answer.getByText("Where this comes from")).toBeVisible();
    await expect(answer).toContainText("page 1");
    await expect(page.getByLabel("Related content").getByRole("article")).toHaveAccessibleName(
      "Lease, 14 Quay Street.pdf",
    );
    await expectAccessible(page);
  });
  await test.step("ask about the page", async () => {
    const box = page.getByPlaceholder("Ask your memories...");
    await box.fill("Which bean survives a frost of minus ten degrees?");
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    await expect(page.getByRole("article", { name: "Engram’s response" })).toContainText("Aquadulce Claudia");
  });
  await test.step("ask about what was never saved", async () => {
    const box = page.getByPlaceholder("Ask your memories...");
    await box.fill("Who won the chess championship of 1972?");
    await box.press("Enter");
    await expect(page.getByRole("article", { name: "Engram’s response" })).toContainText("no answer");
  });
  await test.step("delete, sign out, and in again", async () => {
    await page.goto("/home");
    const card = page.getByRole("article", { name: "Lease, 14 Quay Street.pdf" });
    await card.hover();
    await card.getByRole("button", { name: "Delete Lease, 14 Quay Street.pdf" }).click();
    await expect(card).toBeHidden();
    await page.getByRole("button", { name: "User menu" }).click();
    await page.getByRole("menuitem", { name: "Logout" }).click();
    await page.waitForURL("**/auth/signin");
    expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull();
    await page.getByLabel("Username").fill(name.toUpperCase());
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL("**/home");
    await expect(page.getByRole("heading", { name: "What to sow when it is already too late" })).toBeVisible();
    await expect(card).toBeHidden();
  });
});
