import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Link, MemoryRouter, Route, Routes } from "react-router";
import { expect, it } from "vitest";
import { PageTitle } from "./page-title";

function open(address: string) {
  render(
    <MemoryRouter initialEntries={[address]}>
      <Routes>
        <Route path="/" element={<Link to="/there">Go</Link>} />
        <Route path="/there" element={<PageTitle>There</PageTitle>} />
      </Routes>
    </MemoryRouter>,
  );
}

it("has the focus after a link within the app", async () => {
  open("/");
  await userEvent.click(screen.getByRole("link", { name: "Go" }));
  expect(screen.getByRole("heading", { level: 1, name: "There" })).toHaveFocus();
});

it("does not take the focus when the browser loads the page", () => {
  open("/there");
  expect(document.body).toHaveFocus();
});
