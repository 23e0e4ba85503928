import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useEffect, useState } from "react";
import { expect, it, vi } from "vitest";
import { useFocusMode } from "./use-focus-mode";

const closed = vi.fn();

/** A page with a form in it, which Escape closes first; the page itself is closed by Escape as well. */
function Page() {
  const { focused, toggle } = useFocusMode();
  const [form, setForm] = useState(true);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => event.key === "Escape" && !event.defaultPrevented && closed();
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
  return (
    <>
      <button type="button" aria-pressed={focused} onClick={toggle}>
        Focus
      </button>
      {form && (
        <textarea
          onKeyDown={(event) => {
            if (event.key !== "Escape") return;
            event.preventDefault();
            setForm(false);
          }}
        />
      )}
    </>
  );
}

it("one Escape does one thing: it closes the form, then ends the focus, then closes the page", async () => {
  const user = userEvent.setup();
  render(<Page />);
  const button = screen.getByRole("button");
  await user.click(button);
  await user.click(screen.getByRole("textbox"));
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(button).toHaveAttribute("aria-pressed", "true");
  await user.keyboard("{Escape}");
  expect(button).toHaveAttribute("aria-pressed", "false");
  expect(closed).not.toHaveBeenCalled();
  await user.keyboard("{Escape}");
  expect(closed).toHaveBeenCalledOnce();
});
