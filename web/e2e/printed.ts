import type { Page } from "@playwright/test";
import { call, expect } from "./fixture";

export const reader = (page: Page) => page.getByRole("dialog");
export const printed = (page: Page, number: number) => reader(page).locator(`[data-page="${number}"]`);

/** Uploads a PDF; returns its id once it is read. A scan is recognised at the lowest priority. */
export async function addPdf(page: Page, buffer: Buffer): Promise<string> {
  const token = await page.evaluate(() => localStorage.getItem("token") ?? "");
  const sent = await page.request.post("/api/upload/pdfUploader", {
    headers: { authorization: token },
    multipart: { file: { name: "Book.pdf", mimeType: "application/pdf", buffer } },
  });
  const { url } = await sent.json();
  const { body } = await call(page, "POST", "/api/v1/content", { type: "document", title: "Book.pdf", link: url });
  const id = body.content._id;
  const status = async () => (await call(page, "GET", `/api/v1/content/${id}`)).body.content.status;
  await expect.poll(status, { timeout: 240_000 }).toBe("ready");
  return id;
}

/** Waits until a page's picture is drawn and its words are over it. */
export async function expectPrinted(page: Page, number: number) {
  await expect(printed(page, number).locator("[data-leaf]").first()).toBeAttached();
  const drawn = () =>
    printed(page, number)
      .locator("img")
      .evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 300);
  await expect.poll(drawn).toBe(true);
}
