import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { Upgrading } from "./upgrading";

it.each([
  "Limit reached, Upgrade to Pro",
  "Upgrade to pro to upload more content",
  "You have used today's searches. Upgrade to Pro for unlimited searches.",
])("“%s” leads to the plans", (words) => {
  render(<Upgrading>{words}</Upgrading>);
  expect(screen.getByRole("link", { name: words })).toHaveAttribute("href", "/upgrade");
});

it("text that mentions no plan is unchanged", () => {
  render(<Upgrading>The limit of documents is reached.</Upgrading>);
  expect(screen.queryByRole("link")).toBeNull();
});
