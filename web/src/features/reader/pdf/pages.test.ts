import { expect, test } from "vitest";
import { columnOf, pageAt, pageAtShare, pagesIn, percent, scaleOf, shareOfPage, stepFrom } from "./pages";

const A4 = { width: 600, height: 800 };

test("a page is fitted to the pane's width, or to all of it, or shown at a factor", () => {
  expect(scaleOf("width", A4, 900, 400)).toBe(1.5);
  expect(scaleOf("page", A4, 900, 400)).toBe(0.5);
  expect(scaleOf("page", { width: 800, height: 400 }, 400, 400)).toBe(0.5);
  expect(percent(scaleOf(1.1, A4, 0, 0))).toBe("110%");
  expect(percent(scaleOf("width", A4, 1, 1))).toBe("25%");
});

test("zoom goes in steps, also from between them", () => {
  const at = (zoom: number) => scaleOf(zoom, A4, 0, 0);
  expect([stepFrom(at(1), true), stepFrom(at(1), false)]).toEqual([1.1, 0.9]);
  expect([stepFrom(at(1.03), true), stepFrom(at(1.03), false)]).toEqual([1.1, 1]);
  expect([stepFrom(at(4), true), stepFrom(at(0.25), false)]).toEqual([4, 0.25]);
});

test("pages stand below each other, and are found by height", () => {
  const column = columnOf([100, 50, 100], 10, 20);
  expect(column).toMatchObject({ tops: [20, 130, 190], end: 310 });
  expect([0, 20, 119, 125, 130, 189, 190, 9999].map((y) => pageAt(column, y))).toEqual([0, 0, 0, 0, 1, 1, 2, 2]);
  expect(pagesIn(column, 125, 200)).toEqual([0, 2]);
  expect(columnOf([], 10, 20).end).toBe(40);
});

test.each([1, 2, 7, 600, 5000])("every page of %i has a share of its own", (count) => {
  for (let page = 1; page <= count; page++) {
    const share = shareOfPage(page, count);
    if (count > 1) expect(pageAtShare(share, count)).toBe(page);
    if (page === count) expect(share).toBe(1);
  }
});
