import { expect, it } from "vitest";
import { looksReadable } from "./formats";

it("VAL-18 accept the formats that are read only", () => {
  expect(looksReadable(new File(["%PDF-1.7"], "paper.pdf", { type: "application/pdf" }))).toBe(true);
  for (const name of ["PAPER.PDF", "notes.md", "notes.markdown", "photo.jpeg"]) {
    expect(looksReadable(new File(["x"], name))).toBe(true);
  }
  for (const type of ["image/png", "text/html", "text/csv", "application/octet-stream"]) {
    expect(looksReadable(new File(["x"], "paper.pdf", { type }))).toBe(true);
  }
  for (const type of ["video/mp4", "application/x-msdownload"]) {
    expect(looksReadable(new File(["x"], "paper.pdf", { type }))).toBe(false);
  }
  expect(looksReadable(new File(["x"], "paper.doc"))).toBe(false);
});
