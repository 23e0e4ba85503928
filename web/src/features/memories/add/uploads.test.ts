import { describe, expect, it } from "vitest";
import { looksLikePdf, reduceUploads, settled, sizeText, startable, type Upload } from "./uploads";

const pdf = (name = "paper.pdf") => new File(["%PDF-1.7"], name, { type: "application/pdf" });

const waiting = (count: number): readonly Upload[] =>
  reduceUploads([], {
    type: "chosen",
    files: Array.from({ length: count }, (_, index) => ({ id: `${index}`, file: pdf() })),
  });

describe("uploads", () => {
  it("ADD-20 U-05 start six at a time, and the next when one has arrived", () => {
    let uploads = waiting(8);
    expect(startable(uploads)).toHaveLength(6);
    for (const { id } of startable(uploads)) uploads = reduceUploads(uploads, { type: "started", id });
    expect(startable(uploads)).toHaveLength(0);
    uploads = reduceUploads(uploads, { type: "sent", id: "0", url: "/api/files/0", name: "paper.pdf" });
    expect(startable(uploads).map(({ id }) => id)).toEqual(["6"]);
  });

  it("are settled when all have arrived, and there is one at least", () => {
    expect(settled([])).toBe(false);
    const uploads = waiting(1);
    expect(settled(uploads)).toBe(false);
    expect(settled(reduceUploads(uploads, { type: "sent", id: "0", url: "/api/files/0", name: "paper.pdf" }))).toBe(
      true,
    );
  });

  it("leave the list when they fail or are removed", () => {
    expect(reduceUploads(waiting(2), { type: "failed", id: "0" })).toHaveLength(1);
    expect(reduceUploads(waiting(2), { type: "removed", ids: ["0", "1"] })).toHaveLength(0);
  });

  it("VAL-18 take PDF files alone", () => {
    expect(looksLikePdf(pdf())).toBe(true);
    expect(looksLikePdf(new File(["x"], "PAPER.PDF"))).toBe(true);
    expect(looksLikePdf(new File(["x"], "picture.png", { type: "image/png" }))).toBe(false);
    expect(looksLikePdf(new File(["x"], "picture.pdf", { type: "image/png" }))).toBe(false);
  });

  it("have a size that can be read", () => {
    expect([sizeText(10), sizeText(740_000), sizeText(2_400_000)]).toEqual(["1 KB", "740 KB", "2.4 MB"]);
  });
});
