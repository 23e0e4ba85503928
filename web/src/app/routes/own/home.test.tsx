import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { MemoryRouter } from "react-router";
import { beforeEach, describe, expect, it } from "vitest";
import { setToken } from "@/api/session";
import { stubLayout } from "@/test/layout";
import { aMemory } from "@/test/memory";
import { server } from "@/test/server";
import { Component } from "./home";

const slowClocks = aMemory({ title: "Slow clocks" });

beforeEach(() => {
  stubLayout();
  setToken("token");
  server.use(
    http.get("/api/v1/getuser", () =>
      HttpResponse.json({ username: "Maya", email: null, isPremium: false, subscription: null }),
    ),
    http.get("/api/v1/content", () => HttpResponse.json({ content: [slowClocks] })),
    http.get("/api/v1/get-content-count", () => HttpResponse.json({ canAddContent: true, count: 1, limit: 100 })),
    http.get("/api/v1/get-documentupload-status", () => HttpResponse.json({ canUpload: true, count: 0, limit: 2 })),
  );
  render(
    <MemoryRouter>
      <Component />
    </MemoryRouter>,
  );
});

const shelf = () => screen.getByRole("region", { name: "Your memories" });

describe("the dashboard", () => {
  it("HOME-01 HOME-08 greets by name above the memories, which have their anchor", async () => {
    expect(await screen.findByRole("heading", { name: "Good Evening Maya" })).toBeVisible();
    // The outline of the shelf gives way to the shelf.
    expect(await screen.findByRole("heading", { name: "Slow clocks" })).toBeVisible();
    expect(within(shelf()).getByRole("heading", { name: "Slow clocks" })).toBeVisible();
    expect(shelf()).toHaveAttribute("id", "memories");
  });

  it.each([
    ["header button", () => within(screen.getByRole("banner")).getByRole("button", { name: "Add Memory" })],
    ["first tile", () => within(shelf()).getByRole("button", { name: /Add to your second brain/ })],
  ])("HOME-04 HOME-19 ADD-02 ADD-18 its %s opens Add Memory, for a website", async (_, button) => {
    await screen.findByRole("heading", { name: "Slow clocks" });
    await userEvent.click(button());
    expect(await screen.findByRole("dialog", { name: "Add Memory" })).toBeVisible();
    expect(screen.getByRole("radio", { name: "Website" })).toBeChecked();
    expect(screen.getByRole("textbox", { name: "Website address" })).toBeVisible();
  });

  it("ASK-10 ASK-12 draws the related memory as its card in the list", async () => {
    server.use(
      http.post("/api/v1/vector-search", () =>
        HttpResponse.json({
          content: [aMemory({ title: "Slow clocks", imageUrl: "/api/pictures/1", description: "Ten thousand years." })],
          answer: "Slowly.",
          answered: true,
          citations: [],
        }),
      ),
    );
    await userEvent.type(screen.getByRole("textbox", { name: "Ask your memories" }), "How do they tick?{Enter}");
    const related = within(await screen.findByRole("region", { name: "Related content" }));
    expect(await related.findByRole("heading", { name: "Slow clocks" })).toBeVisible();
    expect(related.getByText("Ten thousand years.")).toBeVisible();
    expect(related.getByRole("link", { name: "Page" })).toHaveAttribute("target", "_blank");

    server.use(http.delete("/api/v1/content", () => HttpResponse.json({ message: "Deleted" })));
    await userEvent.click(related.getByRole("button", { name: "Delete Slow clocks" }));
    // The card had the focus; the line in its place has it now.
    expect(await related.findByText("This memory was deleted.")).toHaveFocus();
  });
});
