import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { More } from "./more";

it("a page that failed to load says so, and can be retried", async () => {
  const retry = vi.fn();
  const { rerender } = render(<More loading={false} failed onRetry={retry} />);
  expect(screen.getByRole("status")).toHaveTextContent("The next memories could not be loaded.");
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(retry).toHaveBeenCalledOnce();
  rerender(<More loading failed={false} onRetry={retry} />);
  expect(screen.getByRole("status")).toHaveTextContent("Loading more memories…");
  rerender(<More loading={false} failed={false} onRetry={retry} />);
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
});
