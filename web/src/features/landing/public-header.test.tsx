import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, useLocation } from "react-router";
import { expect, onTestFinished, test, vi } from "vitest";
import { PublicHeader } from "./public-header";

function Address() {
  const { pathname, hash } = useLocation();
  return <output>{pathname + hash}</output>;
}

/** Renders the header and counts how often its menu was closed: jsdom has no popovers. */
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

/** Returns the popover of the button. A closed popover has no accessible elements, so it is found by id. */
function menu(): HTMLElement {
  const id = screen.getByRole("button", { name: "Menu" }).getAttribute("popovertarget") ?? "";
  return document.getElementById(id) as HTMLElement;
}

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

test.each([
  ["the bar", () => screen.getByRole("navigation", { name: "Main" })],
  ["the menu", menu],
])("LAND-02 LAND-03 LAND-04 %s leads to the sections, and there is a way to sign in", (_, find) => {
  show();
  const links = within(find());
  for (const [section, address] of SECTIONS) expect(links.getByText(section)).toHaveAttribute("href", address);
  for (const start of screen.getAllByText("Get Started")) expect(start).toHaveAttribute("href", "/auth/signin");
  expect(within(menu()).getByText("Get Started")).toBeInTheDocument();
});

test("LAND-04 the menu is opened by its button, also before the app's code has loaded", () => {
  show();
  expect(menu()).toHaveAttribute("popover", "auto");
  expect(menu()).toHaveAttribute("aria-label", "Menu");
});

test.each([...SECTIONS, ["Get Started", "/auth/signin"] as const])(
  "LAND-05 choosing %s closes the menu",
  async (name, address) => {
    const closed = show();
    await userEvent.click(within(menu()).getByText(name));
    expect(closed).toHaveBeenCalledOnce();
    expect(closed.mock.contexts).toEqual([menu()]);
    expect(screen.getByRole("status")).toHaveTextContent(address);
  },
);
