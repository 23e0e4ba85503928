import { readFileSync } from "node:fs";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import Plus from "lucide-react/icons/plus";
import { toast } from "sonner";
import { describe, expect, onTestFinished, test, vi } from "vitest";

import { Button } from "./button";
import { Dialog } from "./dialog";
import { Picker } from "./picker";
import { loadToaster, toast as say } from "./toast";
import Toaster from "./toaster";
import { Toasts } from "./toasts";

describe("button", () => {
  test.each(["primary", "secondary", "pro", "ghost", "danger"] as const)("UI-01 UI-02 the %s look", async (look) => {
    const onClick = vi.fn();
    const { rerender } = render(
      <Button look={look} icon={<Plus />} onClick={onClick}>
        Go
      </Button>,
    );
    const button = screen.getByRole("button", { name: "Go" });
    expect(button).toHaveClass(`btn-${look}`);
    expect(button.querySelector(".lucide-plus")).not.toBeNull();
    const user = userEvent.setup();
    await user.click(button);
    expect(onClick).toHaveBeenCalledOnce();

    rerender(
      <Button look={look} disabled onClick={onClick}>
        Go
      </Button>,
    );
    expect(button).toBeDisabled();
    await user.click(button);
    expect(onClick).toHaveBeenCalledOnce();
  });

  test("UI-01 the pro look adds a spark", () => {
    render(<Button look="pro">Pro</Button>);
    expect(screen.getByRole("button").querySelector(".lucide-sparkle")).not.toBeNull();
  });

  test("a busy button shows a spinner, keeps the focus and ignores presses", async () => {
    const onClick = vi.fn();
    render(
      <Button busy onClick={onClick}>
        Send
      </Button>,
    );
    const button = screen.getByRole("button");
    await userEvent.click(button);
    expect(button).toHaveFocus();
    expect(button.querySelector(".spin")).not.toBeNull();
    expect(onClick).not.toHaveBeenCalled();
  });
});

describe("toasts", () => {
  test("UI-03 bottom-right, at most 3 visible, 356 px wide", async () => {
    render(<Toaster theme="dark" />);
    for (const title of ["one", "two", "three", "four"]) toast(title);
    await screen.findByText("four");
    const visible = () => document.querySelectorAll('[data-sonner-toast][data-visible="true"]');
    await waitFor(() => expect(visible()).toHaveLength(3));
    const list = document.querySelector<HTMLElement>("[data-sonner-toaster]");
    expect(list).toHaveAttribute("data-x-position", "right");
    expect(list).toHaveAttribute("data-y-position", "bottom");
    expect(list?.style.getPropertyValue("--width")).toBe("356px");
  });

  test("shown before the code has loaded appear afterwards", async () => {
    say.success("Saved while the page was still coming");
    await loadToaster();
    render(<Toasts theme="dark" />);
    expect(await screen.findByText("Saved while the page was still coming")).toBeInTheDocument();
  });

  test("that can't be loaded are only logged, and the page works without them", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    vi.resetModules();
    vi.doMock("./toaster", () => {
      throw new Error("the chunk is gone");
    });
    const [{ toast: mute }, { Toasts: Absent }] = [await import("./toast"), await import("./toasts")];
    mute.error("Nobody will read this");
    await waitFor(() => expect(log).toHaveBeenCalledWith("loading the toasts failed", expect.anything()));
    render(<Absent theme="dark" />, { wrapper: ({ children }) => <p>The page{children}</p> });
    await act(() => vi.dynamicImportSettled());
    expect(screen.getByText("The page")).toBeVisible();
    vi.doUnmock("./toaster");
  });

  test("UI-04 a toast disappears after 3000 ms, not the library's 4000", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    render(<Toaster theme="dark" />);
    toast("brief");
    // No time passes while it waits for the toast.
    await act(() => vi.waitFor(() => screen.getByText("brief"), { interval: 0, timeout: 60_000 }));
    const brief = screen.getByText("brief").closest("li");
    await act(() => vi.advanceTimersByTimeAsync(2999));
    expect(brief).toHaveAttribute("data-removed", "false");
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(brief).toHaveAttribute("data-removed", "true");
  });
});

test("UI-09 breakpoints: sm 600, md 900, lg 1200, xl 1536", () => {
  const tokens = readFileSync("src/styles/tokens.css", "utf8");
  const found = [...tokens.matchAll(/--breakpoint-(\w+): (\w+);/g)].map(([, name, width]) => [name, width]);
  expect(found).toEqual([
    ["sm", "600px"],
    ["md", "900px"],
    ["lg", "1200px"],
    ["xl", "1536px"],
  ]);
});

test("a dialog opens with its title, and closes on Escape and by its button", async () => {
  const onClose = vi.fn();
  const { rerender } = render(
    <Dialog open={false} onClose={onClose} title="Add Memory">
      <p>inside</p>
    </Dialog>,
  );
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  rerender(
    <Dialog open onClose={onClose} title="Add Memory">
      <p>inside</p>
    </Dialog>,
  );
  expect(await screen.findByRole("dialog", { name: "Add Memory" })).toBeVisible();
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Close" }));
  expect(onClose).toHaveBeenCalledOnce();
  await user.keyboard("{Escape}");
  expect(onClose).toHaveBeenCalledTimes(2);
});

test("a picker reports what was picked", async () => {
  const onPick = vi.fn();
  const options = [
    { value: "all", label: "All memories" },
    { value: "note", label: "Notes" },
  ] as const;
  render(<Picker label="Where to look" value="all" options={options} onPick={onPick} />);
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Where to look" }), "Notes");
  expect(onPick).toHaveBeenCalledWith("note");
});
