import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import firstPaint from "../../../public/early.js?raw";
import { ThemeButton } from ".";

const root = document.documentElement;

beforeEach(() => {
  root.className = "";
  document.head.innerHTML = '<meta name="theme-color" content="">';
});

/** Runs the script of index.html that sets the theme before the first paint. */
function load() {
  new Function(firstPaint)();
}

describe.each([
  ["the script before the first paint", load],
  ["the app", () => void render(<ThemeButton />)],
])("%s", (_, start) => {
  test.each([
    [null, "dark"],
    ["true", "dark"],
    ["false", "light"],
    [" false ", "light"],
    ["", "dark"],
    ["garbage", "dark"],
    ['"false"', "dark"],
    ["0", "dark"],
    ["null", "dark"],
  ])("UI-05 UI-07 darkMode %j is %s", (stored, theme) => {
    if (stored !== null) localStorage.setItem("darkMode", stored);
    start();
    expect(root).toHaveClass(theme, { exact: true });
    expect(document.querySelector("meta")?.content).toMatch(/^#/);
  });
});

test("UI-06 toggling switches the theme and saves a JSON boolean", async () => {
  render(<ThemeButton />);
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Switch to light mode" }));
  expect(root).toHaveClass("light", { exact: true });
  expect(localStorage.getItem("darkMode")).toBe("false");
  await user.click(screen.getByRole("button", { name: "Switch to dark mode" }));
  expect(root).toHaveClass("dark", { exact: true });
  expect(localStorage.getItem("darkMode")).toBe("true");
});

test("UI-06 other tabs follow", () => {
  render(<ThemeButton />);
  act(() => {
    localStorage.setItem("darkMode", "false");
    window.dispatchEvent(new StorageEvent("storage", { key: "darkMode" }));
  });
  expect(root).toHaveClass("light", { exact: true });
});
