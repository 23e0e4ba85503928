import { expect, it } from "vitest";
import { coverTitle, setPageTitle } from "./document-title";

it("is the page's, or that of a dialog over it", () => {
  setPageTitle("Home");
  expect(document.title).toBe("Home, Engram");
  const uncover = coverTitle("The ferry");
  expect(document.title).toBe("The ferry, Engram");
  uncover();
  expect(document.title).toBe("Home, Engram");
  setPageTitle("");
  expect(document.title).toBe("Engram");
});

it("does not depend on which of the two is set or removed first", () => {
  const uncover = coverTitle("The ferry");
  setPageTitle("Home");
  expect(document.title).toBe("The ferry, Engram");
  setPageTitle("Profile");
  uncover();
  expect(document.title).toBe("Profile, Engram");
});
