import { expect, expectToast, signUpByForm, test } from "./fixture";

// As at home on another machine's name: the page has no secure address, so the browser gives it no clipboard.
test.use({
  expectedMessages: /Cross-Origin-Opener-Policy header has been ignored/,
  baseURL: async ({ browserName: _ }, use) => use(process.env.ENGRAM_E2E_URL?.replace("127.0.0.1", "engram.test")),
  launchOptions: async ({ launchOptions }, use) =>
    use({
      ...launchOptions,
      args: [...(launchOptions.args ?? []), "--host-resolver-rules=MAP engram.test 127.0.0.1"],
    }),
});

test("over plain http an answer can be copied", async ({ page }) => {
  // The browser alone knows the name.
  await signUpByForm(page);
  await page.evaluate(async () => {
    const body = JSON.stringify({ type: "note", description: "The ferry leaves at seven." });
    const headers = { authorization: localStorage.getItem("token") ?? "", "content-type": "application/json" };
    await fetch("/api/v1/content", { method: "POST", headers, body });
  });
  expect(await page.evaluate(() => navigator.clipboard)).toBeUndefined();
  const box = page.getByPlaceholder("Ask your memories...");
  await box.fill("When does the ferry leave?");
  await box.press("Enter");
  const copy = page.getByRole("button", { name: "Copy", exact: true });
  await copy.click();
  await expectToast(page, "Answer copied");
  await expect(copy).toBeFocused();
  await box.fill("");
  await box.press("ControlOrMeta+v");
  await expect(box).toHaveValue(/^The ferry leaves at seven\. \[1\]\n\nSources:\n\n- \[1\] /);
});
