import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it } from "vitest";
import type { Tag } from "@/memory/tags/api";
import { serveAccount } from "@/test/account";
import { stubLayout } from "@/test/layout";
import { renderKept } from "@/test/render-profile";
import { server } from "@/test/server";

beforeEach(stubLayout);

/** Serves tags that its calls change. */
function serveTags(...tags: Tag[]) {
  serveAccount();
  const state = { tags };
  const others = (name: unknown) => state.tags.filter((tag) => tag.name !== name);
  server.use(
    http.get("/api/v1/tags", () => HttpResponse.json({ tags: state.tags })),
    http.patch("/api/v1/tags/:name", async ({ params, request }) => {
      const { name } = (await request.json()) as Tag;
      const moved = state.tags.find((tag) => tag.name === params.name)?.count ?? 0;
      const there = state.tags.find((tag) => tag.name === name)?.count ?? 0;
      state.tags = [{ name, count: moved + there }, ...others(params.name).filter((tag) => tag.name !== name)];
      return HttpResponse.json({ message: "Done" });
    }),
    http.delete("/api/v1/tags/:name", ({ params }) => {
      state.tags = others(params.name);
      return HttpResponse.json({ message: "Done" });
    }),
  );
  return state;
}

const rows = async () =>
  within(await screen.findByRole("list", { name: "Tags" }))
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);

it("a tag is renamed, and the focus stays near", async () => {
  serveTags({ name: "recipes", count: 2 }, { name: "sea", count: 1 });
  renderKept();
  expect(await rows()).toEqual(["recipes2 memories", "sea1 memory"]);
  await userEvent.click(screen.getByRole("button", { name: "Rename sea" }));
  const field = screen.getByRole("textbox", { name: "New name of sea" });
  expect(field).toHaveFocus();
  await userEvent.clear(field);
  await userEvent.type(field, "the sea{Enter}");
  expect(await screen.findByText("Renamed")).toBeInTheDocument();
  expect(await rows()).toContain("the sea1 memory");
  expect(screen.getByRole("heading", { name: "Tags" })).toHaveFocus();
});

it("a name that another tag has makes them one, after a question", async () => {
  const state = serveTags({ name: "recipes", count: 2 }, { name: "cooking", count: 3 });
  renderKept();
  await userEvent.click(await screen.findByRole("button", { name: "Rename cooking" }));
  const field = screen.getByRole("textbox", { name: "New name of cooking" });
  await userEvent.clear(field);
  await userEvent.type(field, "recipes{Enter}");
  expect(await screen.findByRole("dialog", { name: "Make them one tag?" })).toHaveTextContent("of 2 memories already");
  expect(state.tags).toHaveLength(2);
  await userEvent.click(screen.getByRole("button", { name: "Make them one" }));
  expect(await screen.findByText("“cooking” is “recipes” now")).toBeInTheDocument();
  expect(await rows()).toEqual(["recipes5 memories"]);
});

it("a tag is removed after a question; 65 letters are no name", async () => {
  serveTags({ name: "recipes", count: 2 });
  renderKept();
  await userEvent.click(await screen.findByRole("button", { name: "Rename recipes" }));
  const field = screen.getByRole("textbox", { name: "New name of recipes" });
  await userEvent.click(field);
  await userEvent.paste("a".repeat(65));
  expect(field).toHaveAccessibleDescription("A tag has at most 64 letters.");
  await userEvent.keyboard("{Escape}");
  await userEvent.click(screen.getByRole("button", { name: "Remove recipes" }));
  expect(await screen.findByRole("dialog", { name: "Remove this tag?" })).toHaveTextContent("taken from 2 memories");
  await userEvent.click(screen.getByRole("button", { name: "Remove the tag" }));
  expect(await screen.findByText(/You have no tags yet/)).toBeVisible();
});
