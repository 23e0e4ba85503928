import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { useState } from "react";
import { SWRConfig } from "swr";
import { beforeEach, expect, it } from "vitest";
import { server } from "@/test/server";
import TagField from "./tag-field";

beforeEach(() => {
  const tags = [
    { name: "recipes", count: 12 },
    { name: "to read", count: 3 },
    { name: "מתכונים", count: 1 },
  ];
  server.use(http.get("/api/v1/tags", () => HttpResponse.json({ tags })));
});

function Page({ first }: { first: readonly string[] }) {
  const [tags, setTags] = useState(first);
  return <TagField tags={tags} onChange={setTags} />;
}

const field = () => screen.getByRole("combobox", { name: "Add a tag" });
const tags = () =>
  screen.queryByRole("list", { name: "Tags" })
    ? within(screen.getByRole("list", { name: "Tags" }))
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent)
    : [];

function show(...first: string[]) {
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <Page first={first} />
    </SWRConfig>,
  );
  return userEvent.setup();
}

it("Enter and a comma add what is typed, Backspace takes the last away, and it is read out", async () => {
  const user = show();
  await user.type(field(), "#new  one{Enter}🍞,");
  expect(tags()).toEqual(["new one", "🍞"]);
  expect(screen.getByText("🍞 added")).toBeInTheDocument();
  await user.keyboard("{Backspace}");
  expect(tags()).toEqual(["new one"]);
  expect(screen.getByText("🍞 removed")).toBeInTheDocument();
});

function Form({ onSend }: { onSend: (tags: readonly string[]) => void }) {
  const [tags, setTags] = useState<readonly string[]>([]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: as a form that hears this key wherever the focus is in it.
    <div onKeyDown={(event) => event.ctrlKey && event.key === "Enter" && document.querySelector("button")?.click()}>
      <button type="button" onClick={() => onSend(tags)}>
        Send
      </button>
      <TagField tags={tags} onChange={setTags} />
    </div>
  );
}

it("what is typed is among the tags when the form around them is sent by Ctrl and Enter", async () => {
  const sent: string[] = [];
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <Form onSend={(tags) => sent.push(tags.join())} />
    </SWRConfig>,
  );
  await userEvent.type(field(), "new{Control>}{Enter}{/Control}");
  expect(sent).toEqual(["new"]);
});

it("known tags are offered by the beginning of a word, and chosen with the arrows or a press", async () => {
  const user = show("recipes");
  await user.type(field(), "rea");
  expect(await screen.findByRole("option", { name: /to read/ })).toBeVisible();
  await user.keyboard("{ArrowDown}");
  expect(field()).toHaveAttribute("aria-activedescendant", screen.getByRole("option").id);
  await user.keyboard("{Enter}");
  expect(tags()).toEqual(["recipes", "to read"]);
  await user.click(screen.getByRole("option", { name: /מתכונים/ }));
  expect(tags()).toEqual(["recipes", "to read", "מתכונים"]);
});

it("the same tag in another spelling is there already", async () => {
  const user = show("Été");
  await user.type(field(), "ete{Enter}");
  expect(tags()).toEqual(["Été"]);
});

it("10,000 letters are no tag: the field says why and keeps them", async () => {
  const user = show();
  await user.click(field());
  await user.paste("a".repeat(10_000));
  await user.keyboard("{Enter}");
  expect(field()).toHaveAccessibleDescription("A tag has at most 64 letters.");
  expect(field()).toHaveValue("a".repeat(10_000));
  expect(tags()).toEqual([]);
});

it("a pasted list is several tags, and what is left in the field is added on leaving it", async () => {
  const user = show();
  await user.click(field());
  await user.paste("a, b,c");
  await user.type(field(), "d");
  await user.tab();
  expect(tags()).toEqual(["a", "b", "c", "d"]);
});
