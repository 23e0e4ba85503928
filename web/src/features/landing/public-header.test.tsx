import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, useLocation } from "react-router";
import { expect, onTestFinished, test, vi } from "vitest";
import { PublicHeader } from "./public-header";

function Address() {
  const { pathname, hash } = useLocation();
  return <output>{pathname + hash}</output>;
}

/** The bar, and how often its menu was closed: the tests' browser has no popovers. */
function show() {
  const closed = vi.fn();
  HTMLElement.prototype.hidePopover = closed;
  onTestFinished(() => void Reflect.deleteProperty(HTMLElement.prototype, "hidePopover"));
  render(
    <MemoryRouter>
      <PublicHeader homePath="/home" welcomePath="/welcome" signInPath="/auth/signin" />
      <Address />
    </MemoryRouter>,
  );
  return closed;
}

/** Closed, which the tests' browser takes it for at all times. */
const inMenu = () => screen.getByRole("navigation", { name: "Menu", hidden: true });

const SECTIONS = [
  ["Home", "/welcome/#home"],
  ["Features", "/welcome/#features"],
  ["Pricing", "/welcome/#pricing"],
  ["About", "/welcome/#about"],
] as const;

test("LAND-01 the mark and the name lead to /home", () => {
  show();
  const brand = screen.getByRole("link", { name: "Engram" });
  expect(brand).toHaveAttribute("href", "/home");
  expect(brand.querySelector("svg")).toBeVisible();
});

test.each(["Main", "Menu"])(
  "LAND-02 LAND-03 LAND-04 %s leads to the sections, and there is a way to sign in",
  (name) => {
    show();
    const links = within(screen.getByRole("navigation", { name, hidden: true }));
    for (const [section, address] of SECTIONS) {
      expect(links.getByRole("link", { name: section, hidden: true })).toHaveAttribute("href", address);
    }
    const starts = screen.getAllByRole("link", { name: "Get Started", hidden: true });
    expect(starts.map((start) => start.getAttribute("href"))).toEqual(["/auth/signin", "/auth/signin"]);
  },
);

test("LAND-04 the menu is opened by its button, also without the app's code", () => {
  show();
  const menu = inMenu();
  expect(menu).toHaveAttribute("popover", "auto");
  expect(screen.getByRole("button", { name: "Menu" })).toHaveAttribute("popovertarget", menu.id);
});

test.each([...SECTIONS, ["Get Started", "/auth/signin"] as const])(
  "LAND-05 choosing %s closes the menu",
  async (name, address) => {
    const closed = show();
    const menu = inMenu();
    await userEvent.click(within(menu).getByRole("link", { name, hidden: true }));
    expect(closed).toHaveBeenCalledOnce();
    expect(closed.mock.contexts).toEqual([menu]);
    expect(screen.getByRole("status")).toHaveTextContent(address);
  },
);
