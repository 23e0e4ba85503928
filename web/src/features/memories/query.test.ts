import { expect, it } from "vitest";
import { EVERYTHING, ofKind, queryIn, searchOf } from "./query";

it.each([
  ["", EVERYTHING, ""],
  ["?filter=tag%3Arecipes&sort=title", { filter: "tag:recipes", sort: "title" }, "?filter=tag%3Arecipes&sort=title"],
  ["?filter=+&sort=age", EVERYTHING, ""],
  ["?filter=tag%3A%22to+read%22", { filter: 'tag:"to read"', sort: "saved" }, "?filter=tag%3A%22to+read%22"],
] as const)("'%s' is the address of a query, and back", (search, query, again) => {
  expect(queryIn(search)).toEqual(query);
  expect(searchOf(queryIn(search))).toBe(again);
});

it.each([
  ["tag:a", undefined, "tag:a"],
  ["tag:a", "video", "tag:a kind:video"],
  ["kind:note tag:a -kind:link", "video", "tag:a -kind:link kind:video"],
] as const)("%s of the tab %s is %s", (filter, kind, expected) => {
  expect(ofKind({ filter, sort: "saved" }, kind).filter).toBe(expected);
});
