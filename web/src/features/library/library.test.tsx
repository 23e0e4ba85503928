import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { useState } from "react";
import { MemoryRouter } from "react-router";
import { SWRConfig } from "swr";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { onChanged } from "@/memory/changed";
import type { Kept } from "@/memory/filter/kept";
import type { Memory } from "@/memory/kinds";
import { askForTags } from "@/memory/tags/asked";
import { stubLayout } from "@/test/layout";
import { aMemory } from "@/test/memory";
import { server } from "@/test/server";
import { Toasts } from "@/ui/toasts";
import Bar from "./bar";
import Bulk from "./bulk";
import Found from "./found";
import OpenedTags from "./opened-tags";
import TagDialog from "./tag-dialog";
// Its code is there when a test begins.
import "@/ui/dialog-frame";
import "./filter-sheet";

beforeEach(() => {
  stubLayout();
  const tags = [
    { name: "recipes", count: 12 },
    { name: "to read", count: 3 },
  ];
  server.use(
    http.get("/api/v1/tags", () => HttpResponse.json({ tags })),
    http.get("/api/v1/content/facets", () =>
      HttpResponse.json({ tags, sites: [{ name: "nytimes.com", count: 4 }], authors: [], languages: [], kinds: [] }),
    ),
  );
});

function show(page: React.ReactNode) {
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <MemoryRouter>{page}</MemoryRouter>
      <Toasts theme="dark" />
    </SWRConfig>,
  );
  return userEvent.setup();
}

type Query = Pick<Kept, "filter" | "sort">;

function Narrowed({ first }: { first: string }) {
  const [query, setQuery] = useState<Query>({ filter: first, sort: "saved" });
  return (
    <>
      <Bar query={query} onQuery={setQuery} kind={undefined} selecting={false} onSelecting={() => {}} />
      <Found query={query} onQuery={setQuery} kind={undefined} count={12} />
      <p data-testid="query">{`${query.filter} ${query.sort}`}</p>
    </>
  );
}

const query = () => screen.getByTestId("query").textContent;

describe("the filters of a list", () => {
  it("are added by typing with completion, and removed by a press; the line below says what is listed", async () => {
    const user = show(<Narrowed first="is:unread" />);
    await user.click(screen.getByRole("button", { name: "Add a filter" }));
    const field = screen.getByRole("combobox", { name: "Filter" });
    expect(field).toHaveFocus();
    await user.type(field, "rea");
    await screen.findByRole("option", { name: /to read/ });
    await user.keyboard("{Enter}");
    expect(query()).toBe('is:unread tag:"to read" saved');
    expect(screen.getByRole("status")).toHaveTextContent("12 unread memories tagged to read.");
    expect(screen.getByRole("button", { name: "Add a filter" })).toHaveFocus();
    await user.click(screen.getByRole("button", { name: "Only: Unread, remove" }));
    expect(query()).toBe('tag:"to read" saved');
    expect(screen.getByRole("button", { name: "Add a filter" })).toHaveFocus();
  });

  it("begin with what can be narrowed; Escape closes the field", async () => {
    const user = show(<Narrowed first="" />);
    await user.click(screen.getByRole("button", { name: "Add a filter" }));
    await user.click(screen.getByRole("option", { name: "Site" }));
    expect(screen.getByRole("combobox", { name: "Filter" })).toHaveValue("from:");
    await user.click(await screen.findByRole("option", { name: /nytimes\.com/ }));
    expect(query()).toBe("from:nytimes.com saved");
    await user.click(screen.getByRole("button", { name: "Add a filter" }));
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("combobox", { name: "Filter" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Starred" }));
    expect(query()).toBe("from:nytimes.com is:starred saved");
  });

  it("are sorted, and cleared", async () => {
    const user = show(<Narrowed first="tag:recipes" />);
    await user.selectOptions(screen.getByRole("combobox", { name: "Sort" }), "By title");
    expect(query()).toBe("tag:recipes title");
    await user.click(screen.getByRole("button", { name: "Clear" }));
    expect(query()).toBe(" saved");
  });

  it("are kept under a name, renamed, and not kept any more", async () => {
    const state = { filters: [] as Kept[] };
    server.use(
      http.get("/api/v1/filters", () => HttpResponse.json({ filters: state.filters })),
      http.post("/api/v1/filters", async ({ request }) => {
        state.filters = [{ id: "k", ...((await request.json()) as Omit<Kept, "id">) }];
        return HttpResponse.json(state.filters[0]);
      }),
      http.patch("/api/v1/filters/k", async ({ request }) => {
        state.filters = state.filters.map((one) => ({ ...one, name: "" }));
        Object.assign(state.filters[0] ?? {}, await request.json());
        return HttpResponse.json(state.filters[0]);
      }),
      http.delete("/api/v1/filters/k", () => {
        state.filters = [];
        return HttpResponse.json({ message: "Filter deleted" });
      }),
    );
    const user = show(<Narrowed first="tag:recipes" />);
    await user.click(screen.getByRole("button", { name: "Keep this filter" }));
    await user.type(screen.getByRole("textbox", { name: "Name of the filter" }), "To bake{Enter}");
    await waitFor(() => expect(screen.getByRole("button", { name: "Rename" })).toHaveFocus());
    await user.click(screen.getByRole("button", { name: "Rename" }));
    expect(state.filters).toEqual([{ id: "k", name: "To bake", filter: "tag:recipes", sort: "saved" }]);
    await user.clear(screen.getByRole("textbox", { name: "Name of the filter" }));
    await user.type(screen.getByRole("textbox", { name: "Name of the filter" }), "Bread{Enter}");
    await user.click(await screen.findByRole("button", { name: "Remove" }));
    expect(await screen.findByText("The filter is not kept any more")).toBeVisible();
    expect(state.filters).toEqual([]);
    fireEvent.click(screen.getByRole("button", { name: "Undo" }));
    await waitFor(() =>
      expect(state.filters).toEqual([{ id: "k", name: "Bread", filter: "tag:recipes", sort: "saved" }]),
    );
  });
});

describe("the filters of a list on a phone", () => {
  beforeEach(() => vi.stubGlobal("innerWidth", 390));

  it("are chosen in a sheet, which says how much there is; what is chosen is in the row", async () => {
    const kinds = [
      { name: "link", count: 3 },
      { name: "note", count: 2 },
    ];
    server.use(
      http.get("/api/v1/content/facets", ({ request }) => {
        const filtered = new URL(request.url).searchParams.has("filter");
        const tags = Array.from({ length: 10 }, (_, index) => ({ name: `tag ${index}`, count: 10 - index }));
        return HttpResponse.json({ tags, sites: [], authors: [], languages: [], kinds: filtered ? kinds : [] });
      }),
    );
    const user = show(<Narrowed first="" />);
    expect(screen.queryByRole("button", { name: "Add a filter" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Filters" }));
    const sheet = within(await screen.findByRole("dialog", { name: "Filters" }));
    const starred = sheet.getByRole("button", { name: "Starred" });
    await user.click(starred);
    expect(starred).toHaveAttribute("aria-pressed", "true");
    expect(starred).toHaveFocus();
    await user.click(within(await sheet.findByRole("group", { name: "Tags" })).getByRole("button", { name: /tag 0/ }));
    expect(query()).toBe('is:starred tag:"tag 0" saved');
    await user.click(starred);
    await user.click(sheet.getByRole("button", { name: "More tags" }));
    expect(sheet.getByRole("textbox", { name: "Find a filter" })).toHaveFocus();
    await user.keyboard("tag 9");
    await user.click(sheet.getByRole("button", { name: /tag 9/ }));
    await user.selectOptions(sheet.getByRole("combobox", { name: "Sort" }), "By title");
    expect(query()).toBe('tag:"tag 0" tag:"tag 9" title');
    await user.click(await sheet.findByRole("button", { name: "Show 5 memories" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const button = screen.getByRole("button", { name: "Filters, 3 chosen" });
    expect(button).toHaveFocus();
    await user.click(screen.getByRole("button", { name: "Tag: tag 0, remove" }));
    await user.click(screen.getByRole("button", { name: "Sort: By title, remove" }));
    expect(query()).toBe('tag:"tag 9" saved');
    expect(screen.getByRole("button", { name: "Filters, 1 chosen" })).toHaveFocus();
    await user.click(screen.getByRole("button", { name: "Filters, 1 chosen" }));
    await user.click(await screen.findByRole("button", { name: "Clear" }));
    expect(query()).toBe(" saved");
  });
});

describe("what is selected", () => {
  const two = () => [aMemory({ _id: "a", tags: ["sea"] }), aMemory({ _id: "b" })];

  /** A server that changes all but "b", which is as it should be already. */
  function serveBulk() {
    const calls: unknown[] = [];
    server.use(
      http.post("/api/v1/content/bulk", async ({ request }) => {
        const body = (await request.json()) as { ids: string[] };
        calls.push(body);
        return HttpResponse.json({ changed: body.ids.filter((id) => id !== "b") });
      }),
    );
    return calls;
  }

  function select(chosen: readonly Memory[], count = chosen.length, all = false) {
    const acts = { selectAll: vi.fn(), end: vi.fn(), onDelete: vi.fn() };
    const selecting = { all, chosen, selectAll: acts.selectAll, end: acts.end };
    const user = show(
      <Bulk selecting={selecting} count={count} query={{ filter: "tag:a", sort: "saved" }} onDelete={acts.onDelete} />,
    );
    return { user, ...acts };
  }

  it("is counted, archived, and only what was really changed is taken back", async () => {
    const calls = serveBulk();
    const told: string[] = [];
    const stop = onChanged((memories) => told.push(...memories.map(({ _id, archived }) => `${_id} ${archived}`)));
    const { user } = select(two());
    expect(screen.getByRole("status")).toHaveTextContent("2 selected");
    await user.click(screen.getByRole("button", { name: "Archive" }));
    expect(await screen.findByText("Archived 1 memory")).toBeVisible();
    expect(told).toEqual(["a true"]);
    fireEvent.click(screen.getByRole("button", { name: "Undo" }));
    await waitFor(() => expect(told).toEqual(["a true", "a false"]));
    stop();
    expect(calls).toEqual([
      { ids: ["a", "b"], action: "archive" },
      { ids: ["a"], action: "unarchive" },
    ]);
  });

  it("gets tags, one call for each, and loses one that some have", async () => {
    const calls = serveBulk();
    const { user } = select(two());
    await user.click(screen.getByRole("button", { name: "Tag" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Tag 2 memories" }));
    await user.click(dialog.getByRole("button", { name: "Take sea from all" }));
    await screen.findByText("Took the tag from 1 memory");
    await user.type(dialog.getByRole("combobox"), "new,other{Enter}");
    await user.click(dialog.getByRole("button", { name: "Tag 2 memories" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(calls).toEqual([
      { ids: ["a", "b"], action: "untag", tags: ["sea"] },
      { ids: ["a", "b"], action: "tag", tags: ["new"] },
      { ids: ["a", "b"], action: "tag", tags: ["other"] },
    ]);
  });

  it("of a whole filter is asked for page by page, and changed in parts", async () => {
    const calls = serveBulk() as { ids: string[] }[];
    const listed = Array.from({ length: 1200 }, (_, index) => aMemory({ _id: `m${index}` }));
    server.use(
      http.get("/api/v1/content", ({ request }) => {
        const { searchParams } = new URL(request.url);
        expect(searchParams.get("filter")).toBe("tag:a");
        const from = Number(searchParams.get("cursor") ?? 0);
        const more = from + 500 < 1200 && { nextCursor: String(from + 500) };
        return HttpResponse.json({ content: listed.slice(from, from + 500), ...more });
      }),
    );
    const { user } = select(listed.slice(0, 3), 1200, true);
    expect(screen.getByRole("status")).toHaveTextContent("1,200 selected");
    await user.click(screen.getByRole("button", { name: "Star" }));
    expect(await screen.findByText("Starred 1,200 memories")).toBeVisible();
    expect(calls.map(({ ids }) => ids.length)).toEqual([500, 500, 200]);
  });

  it("is taken back as far as it went, where a part fails; and what can't be taken back is said", async () => {
    vi.spyOn(console, "error").mockReturnValue();
    const calls: string[] = [];
    const answers = [
      HttpResponse.json({ changed: Array.from({ length: 500 }, (_, index) => `m${index}`) }),
      HttpResponse.json({ message: "The disk is full." }, { status: 507 }),
      HttpResponse.json({ changed: ["m0"], message: "Your plan has no room for more." }),
    ];
    server.use(
      http.post("/api/v1/content/bulk", async ({ request }) => {
        const { ids, action } = (await request.json()) as { ids: string[]; action: string };
        calls.push(`${action} ${ids.length}`);
        return answers.shift();
      }),
    );
    const { user } = select(Array.from({ length: 700 }, (_, index) => aMemory({ _id: `m${index}` })));
    await user.click(screen.getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("Deleted 500 memories")).toBeVisible();
    expect(screen.getByText("The disk is full.")).toBeVisible();
    fireEvent.click(screen.getByRole("button", { name: "Undo" }));
    expect(await screen.findByText("Taken back for 1 memory")).toBeVisible();
    expect(screen.getByText("Your plan has no room for more.")).toBeVisible();
    expect(calls).toEqual(["delete 500", "delete 200", "restore 500"]);
  });

  it("is deleted with an undo; one alone as from its card", async () => {
    const calls = serveBulk();
    const gone: string[] = [];
    const stop = onChanged((_, ids) => gone.push(...ids));
    const { user, end } = select(two());
    await user.click(screen.getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("Deleted 1 memory")).toBeVisible();
    expect(gone).toEqual(["a"]);
    expect(end).toHaveBeenCalledOnce();
    fireEvent.click(screen.getByRole("button", { name: "Undo" }));
    await waitFor(() => expect(calls.at(-1)).toEqual({ ids: ["a"], action: "restore" }));
    stop();
  });

  it("one alone is deleted as from its card", async () => {
    const { user, onDelete } = select([aMemory({ _id: "a" })]);
    await user.click(screen.getByRole("button", { name: "Delete" }));
    expect(onDelete).toHaveBeenCalledExactlyOnceWith("a");
  });

  it("what the server refuses is said in its words", async () => {
    vi.spyOn(console, "error").mockReturnValue();
    server.use(http.post("/api/v1/content/bulk", () => HttpResponse.json({ message: "Too many" }, { status: 400 })));
    const { user } = select(two(), 5);
    await user.click(screen.getByRole("button", { name: "Star" }));
    expect(await screen.findByText("Too many")).toBeVisible();
    expect(screen.getByRole("status", { name: "" })).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Select all 5" })).toBeVisible();
  });
});

it("the tags of an opened memory lead to their filter, and are changed in its place", async () => {
  const memory = aMemory({ tags: ["recipes"] });
  const sent: unknown[] = [];
  server.use(
    http.patch("/api/v1/content/:id", async ({ request }) => {
      const part = (await request.json()) as Partial<Memory>;
      sent.push(part);
      return HttpResponse.json({ content: { ...memory, ...part } });
    }),
  );
  const user = show(<OpenedTags memory={memory} pathOfTag={(tag) => `/home?filter=${tag}`} />);
  expect(screen.getByRole("link", { name: "recipes" })).toHaveAttribute("href", "/home?filter=recipes");
  await user.click(screen.getByRole("button", { name: "Edit tags" }));
  expect(screen.getByRole("combobox", { name: "Add a tag" })).toHaveFocus();
  await user.keyboard("sea{Enter}{Escape}");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.getByRole("button", { name: "Edit tags" })).toHaveFocus());
  expect(sent).toEqual([{ tags: ["recipes", "sea"] }]);
});

it("tags that can't be kept are taken back from their memory, and from no other that is tagged by then", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  let refuse = () => {};
  const refused = new Promise<void>((resolve) => {
    refuse = resolve;
  });
  server.use(
    http.patch("/api/v1/content/:id", async () => {
      await refused;
      return HttpResponse.json({ message: "No room" }, { status: 507 });
    }),
  );
  const user = show(<TagDialog />);
  act(() => askForTags(aMemory({ title: "Bread" })));
  await screen.findByText("Bread");
  await waitFor(() => expect(screen.getByRole("combobox")).toHaveFocus());
  await user.keyboard("sea{Enter}");
  act(() => askForTags(aMemory({ title: "Clocks" })));
  await screen.findByText("Clocks");
  refuse();
  expect(await screen.findByText("No room")).toBeVisible();
  expect(screen.getByText("Clocks")).toBeVisible();
});
