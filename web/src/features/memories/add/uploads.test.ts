import { describe, expect, it } from "vitest";
import { failureOf, reduceUploads, startable, type Upload, underWay } from "./uploads";

const pdf = (name = "paper.pdf") => new File(["%PDF-1.7"], name, { type: "application/pdf" });

const waiting = (count: number): readonly Upload[] =>
  reduceUploads([], {
    type: "chosen",
    files: Array.from({ length: count }, (_, index) => ({ id: `${index}`, file: pdf() })),
  });

describe("uploads", () => {
  it("ADD-20 U-05 start six at once, and the next when one is complete", () => {
    let uploads = waiting(8);
    expect(startable(uploads)).toHaveLength(6);
    for (const { id } of startable(uploads)) uploads = reduceUploads(uploads, { type: "started", id });
    expect(startable(uploads)).toHaveLength(0);
    uploads = reduceUploads(uploads, { type: "sent", id: "0", url: "/api/files/0", name: "paper.pdf" });
    expect(startable(uploads).map(({ id }) => id)).toEqual(["6"]);
  });

  it("are in progress until all have completed or failed", () => {
    expect(underWay([])).toBe(false);
    let uploads = waiting(2);
    expect(underWay(uploads)).toBe(true);
    uploads = reduceUploads(uploads, { type: "started", id: "0" });
    uploads = reduceUploads(uploads, { type: "sent", id: "0", url: "/api/files/0", name: "paper.pdf" });
    expect(underWay(uploads)).toBe(true);
    uploads = reduceUploads(uploads, { type: "failed", id: "1", failure: { message: "No", again: true } });
    expect(underWay(uploads)).toBe(false);
  });

  it("ERR-06 show the error of the last failure, until it is sent again or removed", () => {
    const fail = (list: readonly Upload[], id: string, message: string) =>
      reduceUploads(list, { type: "failed", id, failure: { message, again: true } });
    let uploads = fail(fail(waiting(3), "0", "first"), "1", "second");
    expect(failureOf(uploads)).toBe("second");
    uploads = reduceUploads(uploads, { type: "again", id: "1" });
    expect(failureOf(uploads)).toBe("first");
    expect(startable(uploads).map(({ id }) => id)).toEqual(["1", "2"]);
    uploads = reduceUploads(uploads, { type: "removed", ids: ["0"] });
    expect(failureOf(uploads)).toBeUndefined();
    expect(uploads.map(({ id }) => id)).toEqual(["1", "2"]);
  });
});
