import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { MemoryRouter, useLocation, useNavigate } from "react-router";
import { SWRConfig } from "swr";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { setToken } from "@/api/session";
import type { Kept } from "@/memory/filter/kept";
import { parseFilter } from "@/memory/filter/parse";
import type { Memory } from "@/memory/kinds";
import { onTagsAsked } from "@/memory/tags/asked";
import { stubLayout } from "@/test/layout";
import { aMemory } from "@/test/memory";
import { server } from "@/test/server";
import { Toasts } from "@/ui/toasts";
import { CardPartsContext } from "./cards/parts";
import { PARTS as CARDS } from "./cards/show-card";
import { mayFit } from "./filtered/fits";
import { LateShelf as Shelf } from "./late-shelf";
import type { ShelfParts } from "./shelf-parts";
// Its code is there when a test begins.
import "@/ui/dialog-frame";
import "./cards/acts-sheet";
import "./shelf";

beforeEach(() => {
  stubLayout();
});

const ALL = [
  aMemory({ _id: "9", title: "Bread", tags: ["recipes", "slow"], starred: true }),
  aMemory({ _id: "8", title: "A film", type: "video", link: "https://youtu.be/x", tags: ["recipes"] }),
  aMemory({ _id: "7", title: "Clocks" }),
];

/** A server that knows of filters what the page knows, and keeps what is changed. */
function serve(kept: readonly Kept[] = []) {
  const state = { memories: ALL as readonly Memory[], asked: [] as string[], counted: 0, patched: [] as unknown[] };
  const fitting = (filter: string | null) => {
    const { words } = parseFilter(filter ?? "");
    const kinds = words.filter(({ key }) => key === "kind").map(({ value }) => value);
    return state.memories.filter(
      (memory) => mayFit(memory, words) && (kinds.length === 0 || kinds.includes(memory.type)),
    );
  };
  server.use(
    http.get("/api/v1/content", ({ request }) => {
      const { search, searchParams } = new URL(request.url);
      state.asked.push(search);
      const content = fitting(searchParams.get("filter"));
      return HttpResponse.json({ content, ...(searchParams.has("sort") && { total: content.length }) });
    }),
    http.get("/api/v1/content/facets", ({ request }) => {
      state.counted += 1;
      const memories = fitting(new URL(request.url).searchParams.get("filter"));
      const kinds = ["link", "video"].map((name) => ({ name, count: memories.filter((m) => m.type === name).length }));
      return HttpResponse.json({ tags: [], sites: [], authors: [], languages: [], kinds });
    }),
    http.get("/api/v1/filters", () => HttpResponse.json({ filters: kept })),
    http.patch("/api/v1/content/:id", async ({ request, params }) => {
      const part = (await request.json()) as Partial<Memory> & { unread?: boolean };
      state.patched.push(part);
      const { unread, ...rest } = part;
      const read = unread === false && { progress: 1 };
      const content = { ...state.memories.find(({ _id }) => _id === params.id), ...rest, ...read } as Memory;
      state.memories = state.memories.map((memory) => (memory._id === content._id ? content : memory));
      return HttpResponse.json({ content });
    }),
  );
  return state;
}

const PARTS: ShelfParts = {
  Bar: ({ onSelecting }) => (
    <button type="button" onClick={() => onSelecting(true)}>
      Select
    </button>
  ),
  Found: ({ count, query, kind }) => (
    <p>
      Found {count} of {query.filter} {kind}
    </p>
  ),
  Bulk: ({ selecting: { chosen, all, selectAll } }) => (
    <button type="button" onClick={selectAll}>
      {all ? "All" : chosen.map(({ title }) => title).join(", ")} selected
    </button>
  ),
  importPath: "/import",
};

function Where() {
  const navigate = useNavigate();
  return (
    <button type="button" onClick={() => void navigate(-1)}>
      At {useLocation().search}
    </button>
  );
}

async function open(address: string, kept: readonly Kept[] = []) {
  const state = serve(kept);
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <MemoryRouter initialEntries={[address]}>
        <CardPartsContext value={{ ...CARDS, pathOfTag: (tag) => `/home?filter=tag%3A${tag}` }}>
          <Shelf parts={PARTS} onAdd={() => {}} onDelete={() => {}} onRefresh={() => {}} />
        </CardPartsContext>
        <Where />
        <Toasts theme="dark" />
      </MemoryRouter>
    </SWRConfig>,
  );
  await screen.findAllByRole("article");
  return { state, user: userEvent.setup() };
}

const titles = () => screen.queryAllByRole("article").map((card) => within(card).getByRole("heading").textContent);
const card = (name: string) => screen.getByRole("article", { name });
const tab = (name: RegExp) => screen.getByRole("tab", { name });

describe("a filter", () => {
  it("in the address lists what it keeps, without the tile, and counts the tabs by it", async () => {
    const { state } = await open("/home?filter=tag%3Arecipes&sort=title");
    expect(titles()).toEqual(["Bread", "A film"]);
    expect(screen.queryByRole("button", { name: /Add to your second brain/ })).toBeNull();
    expect(screen.getByText("Found 2 of tag:recipes")).toBeVisible();
    await waitFor(() => expect(tab(/^Videos/)).toHaveTextContent("Videos1"));
    expect(tab(/^All/)).toHaveTextContent("2");
    expect(state.counted).toBe(1);
  });

  it("combines with the tabs, and the way back leads to what was before", async () => {
    // Places are kept while there is a session.
    setToken("mine");
    const { user, state } = await open("/home");
    expect(titles()).toHaveLength(3);
    await user.click(within(card("Bread")).getByRole("link", { name: "recipes" }));
    expect(await screen.findByText("Found 2 of tag:recipes")).toBeVisible();
    await user.click(tab(/^Videos/));
    expect(await screen.findByText("Found 1 of tag:recipes video")).toBeVisible();
    expect(titles()).toEqual(["A film"]);
    expect(state.asked).toContainEqual(expect.stringContaining("filter=tag%3Arecipes%20kind%3Avideo"));
    await user.click(screen.getByRole("button", { name: "At ?filter=tag%3Arecipes" }));
    await waitFor(() => expect(titles()).toHaveLength(3));
    expect(screen.queryByText(/^Found/)).toBeNull();
  });

  it("that keeps nothing says so, and is cleared by a press", async () => {
    const { user } = await open("/home");
    await user.click(within(card("Bread")).getByRole("link", { name: "slow" }));
    await screen.findByText("Found 1 of tag:slow");
    await user.click(tab(/^Notes/));
    expect(await screen.findByText("Nothing you saved fits these filters.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Clear filters" }));
    expect(screen.getByRole("button", { name: /^At$/ })).toBeVisible();
    expect(screen.getByRole("region", { name: "Your memories" })).toHaveFocus();
  });

  it("leaves the focus among the cards when the one that has it fits no more", async () => {
    const { user } = await open("/home?filter=is%3Aunread");
    card("Bread").focus();
    await user.keyboard("u");
    await waitFor(() => expect(titles()).toEqual(["A film", "Clocks"]));
    await waitFor(() => expect(card("A film")).toHaveFocus());
    within(card("Clocks")).getByRole("button", { name: "Star Clocks" }).focus();
    await user.keyboard("u");
    await waitFor(() => expect(card("A film")).toHaveFocus());
    await waitFor(() => expect(tab(/^All/)).toHaveTextContent("1"));
  });

  it("lets go of a memory that fits no more", async () => {
    const { user } = await open("/home?filter=is%3Astarred");
    await user.click(within(card("Bread")).getByRole("button", { name: "Star Bread" }));
    expect(await screen.findByText("Nothing you saved fits these filters.")).toBeVisible();
  });

  it("that is kept stands behind the tabs, is reached by the arrows, and left by All Memories", async () => {
    const { user } = await open("/home", [{ id: "k", name: "To bake", filter: "tag:slow", sort: "saved" }]);
    const kept = await screen.findByRole("tab", { name: "To bake" });
    tab(/^All/).focus();
    await user.keyboard("{ArrowLeft}");
    expect(kept).toHaveFocus();
    expect(kept).toHaveAttribute("aria-selected", "true");
    expect(await screen.findByText("Found 1 of tag:slow")).toBeVisible();
    await user.click(tab(/^All/));
    await waitFor(() => expect(titles()).toHaveLength(3));
    expect(tab(/^All/)).toHaveAttribute("aria-selected", "true");
  });
});

describe("a card", () => {
  it("is starred, made unread and archived by its keys; archiving is undone from its toast", async () => {
    const { user, state } = await open("/home");
    card("Bread").focus();
    await user.keyboard("s");
    expect(screen.getByText("Not starred any more: Bread")).toBeInTheDocument();
    await user.keyboard("u");
    expect(screen.getByText("Marked as read: Bread")).toBeInTheDocument();
    await user.keyboard("e");
    await waitFor(() => expect(titles()).toEqual(["A film", "Clocks"]));
    expect(card("A film")).toHaveFocus();
    fireEvent.click(await screen.findByRole("button", { name: "Undo" }));
    await waitFor(() => expect(titles()).toEqual(["Bread", "A film", "Clocks"]));
    await waitFor(() =>
      expect(state.patched).toEqual([{ starred: false }, { unread: false }, { archived: true }, { archived: false }]),
    );
  });

  it("has all that a thumb can do with it in a sheet, and the focus again after that", async () => {
    const { user, state } = await open("/home");
    const asked = vi.fn();
    const unask = onTagsAsked(asked);
    const choose = async (name: string, words: string) => {
      await user.click(within(card(name)).getByRole("button", { name: `More for ${name}` }));
      await user.click(within(await screen.findByRole("dialog", { name })).getByRole("button", { name: words }));
      await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    };
    await choose("Bread", "Take the star away");
    expect(await screen.findByText("Not starred any more: Bread")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "More for Bread" })).toHaveFocus();
    await choose("Bread", "Mark as read");
    await choose("Bread", "Tags");
    await waitFor(() => expect(asked).toHaveBeenCalledOnce());
    await choose("Clocks", "Select");
    expect(await screen.findByText("Clocks selected")).toBeVisible();
    await choose("Bread", "Archive");
    await waitFor(() => expect(titles()).toEqual(["A film", "Clocks"]));
    await waitFor(() => expect(card("A film")).toHaveFocus());
    expect(state.patched).toEqual([{ starred: false }, { unread: false }, { archived: true }]);
    unask();
  });

  it("keeps its star where the server refuses, and says so", async () => {
    const { user } = await open("/home");
    server.use(http.patch("/api/v1/content/:id", () => HttpResponse.json({ message: "No room" }, { status: 507 })));
    await user.click(within(card("Bread")).getByRole("button", { name: "Star Bread" }));
    expect(await screen.findByText("No room")).toBeVisible();
    expect(within(card("Bread")).getByRole("button", { name: "Star Bread" })).toHaveAttribute("aria-pressed", "true");
  });
});

describe("cards are selected", () => {
  const ticked = () =>
    screen.getAllByRole("checkbox", { checked: true }).map((tick) => tick.getAttribute("aria-label"));

  it("by their discs, with shift a range of them, and Escape ends it", async () => {
    const { user } = await open("/home");
    await user.click(screen.getByRole("checkbox", { name: "Select Bread" }));
    await user.keyboard("{Shift>}");
    await user.click(screen.getByRole("checkbox", { name: "Select Clocks" }));
    await user.keyboard("{/Shift}");
    expect(await screen.findByText("Bread, A film, Clocks selected")).toBeVisible();
    await user.keyboard("{Escape}");
    expect(screen.queryByText(/selected$/)).toBeNull();
    expect(screen.queryAllByRole("checkbox", { checked: true })).toEqual([]);
  });

  it("by x and shift with the arrows, and all of them", async () => {
    const { user } = await open("/home");
    card("Bread").focus();
    await user.keyboard("x");
    expect(ticked()).toEqual(["Select Bread"]);
    await user.keyboard("{Shift>}{ArrowRight}{/Shift}");
    await waitFor(() => expect(card("A film")).toHaveFocus());
    expect(ticked()).toEqual(["Select Bread", "Select A film"]);
    await user.click(screen.getByText("Bread, A film selected"));
    expect(screen.getByText("All selected")).toBeVisible();
    expect(ticked()).toHaveLength(3);
  });

  it("by a press anywhere on them once it has begun; another list begins anew", async () => {
    const { user } = await open("/home");
    await user.click(screen.getByRole("button", { name: "Select" }));
    fireEvent.click(within(card("Clocks")).getByRole("link", { name: "Clocks" }), { detail: 1 });
    expect(ticked()).toEqual(["Select Clocks"]);
    await user.click(tab(/^Videos/));
    expect(screen.queryAllByRole("checkbox", { checked: true })).toEqual([]);
  });
});
