import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useRef, useState } from "react";
import { expect, it } from "vitest";
import { useAsPage } from "./use-as-page";

function Region({ instead, onClose }: { instead: boolean; onClose: () => void }) {
  const region = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useAsPage({ region, heading, instead: () => (instead ? document.getElementById("instead") : null), onClose });
  return (
    <div ref={region} role="dialog" data-as-page="">
      <h1 ref={heading} tabIndex={-1}>
        Opened
      </h1>
      <input onKeyDown={(event) => event.key === "Escape" && event.preventDefault()} />
    </div>
  );
}

function Page({ instead = false, covered = false }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <header>
        <button type="button">Menu</button>
      </header>
      <main>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        <p id="instead" tabIndex={-1} />
      </main>
      {open && <Region instead={instead} onClose={() => setOpen(false)} />}
      {covered && <div role="dialog" />}
    </>
  );
}

const region = () => screen.queryByRole("heading", { name: "Opened" });

it("takes the focus, makes all but the header inert, and returns the focus", async () => {
  const user = userEvent.setup();
  const { container } = render(<Page />);
  const opener = screen.getByRole("button", { name: "Open" });
  await user.click(opener);
  expect(region()).toHaveFocus();
  expect(container.querySelector("main")).toHaveAttribute("inert");
  expect(container.querySelector("header")).not.toHaveAttribute("inert");
  expect(document.documentElement.style.overflow).toBe("hidden");
  await user.keyboard("{Escape}");
  expect(region()).toBeNull();
  expect(container.querySelector("main")).not.toHaveAttribute("inert");
  expect(document.documentElement.style.overflow).toBe("");
  expect(opener).toHaveFocus();
});

it("is closed by Escape from the header too, unless that key was already handled", async () => {
  const user = userEvent.setup();
  const { rerender } = render(<Page covered />);
  await user.click(screen.getByRole("button", { name: "Open" }));
  await user.keyboard("{Escape}");
  expect(region()).not.toBeNull();
  rerender(<Page />);
  await user.click(screen.getByRole("textbox"));
  await user.keyboard("{Escape}");
  expect(region()).not.toBeNull();
  screen.getByRole("button", { name: "Menu" }).focus();
  await user.keyboard("{Escape}");
  expect(region()).toBeNull();
});

it("moves the focus to another element if the one that opened it is gone", async () => {
  const user = userEvent.setup();
  render(<Page instead />);
  await user.click(screen.getByRole("button", { name: "Open" }));
  await user.keyboard("{Escape}");
  expect(document.getElementById("instead")).toHaveFocus();
});
