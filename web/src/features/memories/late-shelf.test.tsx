import { act, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, it, vi } from "vitest";
import { stubLayout } from "@/test/layout";
import { keepPlace } from "./place";

beforeEach(() => {
  stubLayout();
  vi.resetModules();
  vi.stubGlobal("scrollTo", vi.fn());
});

const Arrived = () => <p>The shelf</p>;

/** The shelf as it stands before its code is there, and the way to have that come. */
async function withoutCode(entry: string | { pathname: string; key: string } = "/home") {
  let come: (code: object) => void = () => {};
  const code = new Promise<object>((resolve) => {
    come = resolve;
  });
  vi.doMock("./shelf", () => code);
  const { LateShelf } = await import("./late-shelf");
  render(
    <MemoryRouter initialEntries={[entry]}>
      <LateShelf onAdd={() => {}} onDelete={() => {}} onRefresh={() => {}} />
    </MemoryRouter>,
  );
  return async () => {
    await act(async () => come({ Shelf: Arrived }));
    expect(await screen.findByText("The shelf")).toBeVisible();
  };
}

it("HOME-01 focus and position stay when the shelf loads late", async () => {
  const come = await withoutCode();
  expect(window.scrollTo).toHaveBeenCalledExactlyOnceWith({ top: 0, behavior: "instant" });
  const section = screen.getByRole("region", { name: "Your memories" });
  section.focus();
  await come();
  expect(section).toHaveFocus();
  expect(window.scrollTo).toHaveBeenCalledOnce();
});

it("a return to the page does not scroll to the top first", async () => {
  keepPlace("kept", { tab: "all", y: 700 });
  await withoutCode({ pathname: "/home", key: "kept" });
  expect(window.scrollTo).not.toHaveBeenCalled();
});
