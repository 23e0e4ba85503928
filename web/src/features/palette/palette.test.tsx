import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { delay, HttpResponse, http } from "msw";
import { useState } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { components } from "@/api/schema";
import { singleKeysOn } from "@/lib/single-keys";
import { stubLayout } from "@/test/layout";
import { aMemory } from "@/test/memory";
import { server } from "@/test/server";
import { Toasts } from "@/ui/toasts";
import { type Action, usePalette } from ".";

type Memory = components["schemas"]["Memory"];

const calls = { onOpen: vi.fn(), onFilter: vi.fn(), onAsk: vi.fn(), add: vi.fn(), theme: vi.fn(), undo: vi.fn() };
const CARD_KEYS = [{ keys: "Enter / o", label: "Open the memory" }];
const ACTIONS: Action[] = [
  { id: "add", label: "Add Memory", icon: "add", keys: "a", group: "Do", run: calls.add },
  { id: "theme", label: "Light mode", icon: "light", keys: "t", group: "Go", run: calls.theme },
  { id: "undo", label: "Undo", keys: "z mod+z", group: "Do", run: calls.undo },
];

const loadOverlays = () => import("./overlays");

function Page() {
  const { open, overlays } = usePalette(loadOverlays, { actions: ACTIONS, cardKeys: CARD_KEYS, ...calls });
  const [text, setText] = useState("");
  return (
    <>
      <button type="button" onClick={open}>
        Find or do anything
      </button>
      <input aria-label="A field" value={text} onChange={(event) => setText(event.currentTarget.value)} />
      {overlays}
      <Toasts theme="dark" />
    </>
  );
}

const SLEEP = aMemory({ title: "What slow waves do for sleep", type: "video", site: "YouTube" });
const NEWEST = aMemory({ title: "The newest <b>page</b>", site: "The Tidewater" });

/** Stubs the server's response to a search, and records the requests. */
function serve(answer: (q: string | null) => Response | Memory[] | Promise<Response | Memory[]>) {
  const asked: (string | null)[] = [];
  server.use(
    http.get("/api/v1/content", async ({ request }) => {
      const q = new URL(request.url).searchParams.get("q");
      asked.push(q);
      const said = await answer(q);
      return Array.isArray(said) ? HttpResponse.json({ content: said }) : said;
    }),
  );
  return asked;
}

beforeEach(() => {
  stubLayout();
  for (const call of Object.values(calls)) call.mockReset();
  serve((q) => (q === null ? [NEWEST] : [SLEEP]));
});

const user = userEvent.setup();

async function start() {
  render(<Page />);
  // The keys load after the page.
  await import("./overlays");
  await waitFor(() => expect(screen.getByRole("button")).toBeVisible());
}

async function openByButton() {
  await start();
  await user.click(screen.getByRole("button", { name: "Find or do anything" }));
  return within(await screen.findByRole("dialog", { name: "Find or do anything" }));
}

const field = () => screen.getByRole("combobox", { name: "Find or do anything" });
const rows = () => screen.getAllByRole("option").map((row) => row.textContent);
const meant = () => document.getElementById(field().getAttribute("aria-activedescendant") ?? "");
const gone = () => waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());

describe("the palette", () => {
  it("opens with the newest memories and the actions, and its field has the focus", async () => {
    const palette = await openByButton();
    await waitFor(() => expect(field()).toHaveFocus());
    const newest = await palette.findByRole("option", { name: /The newest <b>page<\/b>/ });
    expect(newest).toHaveTextContent("The Tidewater");
    expect(palette.getByRole("group", { name: "Newest memories" })).toContainElement(newest);
    const actions = within(palette.getByRole("group", { name: "Actions" }));
    expect(actions.getByRole("option", { name: "Add Memory" })).toBeVisible();
    expect(actions.queryByRole("option", { name: "Undo" })).not.toBeInTheDocument();
    expect(field()).toHaveAttribute("aria-expanded", "true");
    expect(field()).toHaveAttribute("aria-controls", palette.getByRole("listbox").id);
  });

  it("searches while the user types, marks the matches, and Enter opens the active row", async () => {
    const palette = await openByButton();
    await user.type(field(), "sle");
    const found = await palette.findByRole("option", { name: /slow waves/ });
    expect(found.querySelector("mark")).toHaveTextContent("sle");
    expect(found).toHaveTextContent("YouTube");
    await user.keyboard("{ArrowDown}");
    expect(meant()).toBe(found);
    expect(found).toHaveAttribute("aria-selected", "true");
    await user.keyboard("{Enter}");
    await gone();
    await waitFor(() => expect(calls.onOpen).toHaveBeenCalledExactlyOnceWith(SLEEP._id));
  });

  it("asks the typed question, whose row is active first", async () => {
    await openByButton();
    await user.type(field(), "  when does the ferry leave? {Enter}");
    await gone();
    await waitFor(() => expect(calls.onAsk).toHaveBeenCalledExactlyOnceWith("when does the ferry leave?"));
  });

  it("first activates an action whose label starts with the typed text", async () => {
    const palette = await openByButton();
    await user.type(field(), "LIGHT m");
    expect(meant()).toBe(palette.getByRole("option", { name: "Light mode" }));
    await user.type(field(), "ornings");
    expect(meant()).toBe(palette.getByRole("option", { name: /^Ask your memories/ }));
    await user.clear(field());
    await user.type(field(), "mem");
    expect(meant()).toBe(palette.getByRole("option", { name: /^Ask your memories/ }));
    await user.clear(field());
    await user.type(field(), "add memory{Enter}");
    await gone();
    await waitFor(() => expect(calls.add).toHaveBeenCalledOnce());
    expect(calls.onAsk).not.toHaveBeenCalled();
  });

  it("runs an action by mouse, after restoring the focus", async () => {
    let focused: string | undefined;
    calls.add.mockImplementation(() => {
      focused = document.activeElement?.textContent;
    });
    const palette = await openByButton();
    await user.type(field(), "mem");
    await user.click(palette.getByRole("option", { name: "Add Memory" }));
    await gone();
    await waitFor(() => expect(calls.add).toHaveBeenCalledOnce());
    expect(focused).toBe("Find or do anything");
  });

  it("wraps around with the arrow keys, and leaves Home and End to the text field", async () => {
    const palette = await openByButton();
    await palette.findByRole("option", { name: /newest/ });
    await waitFor(() => expect(field()).toHaveFocus());
    const all = palette.getAllByRole("option");
    expect(meant()).toBe(all[0]);
    await user.keyboard("{ArrowUp}");
    expect(meant()).toBe(all.at(-1));
    await user.keyboard("{ArrowDown}{ArrowDown}");
    expect(meant()).toBe(all[1]);
    await user.keyboard("{End}");
    expect(meant()).toBe(all[1]);
    await user.keyboard("{PageDown}");
    expect(meant()).toBe(all.at(-1));
  });

  it("activates the row under a moving pointer", async () => {
    const palette = await openByButton();
    const add = await palette.findByRole("option", { name: "Add Memory" });
    await user.hover(add);
    expect(meant()).toBe(add);
  });

  it.each([
    ["Escape", "{Escape}"],
    ["the key that opens it", "{Control>}k{/Control}"],
  ])("closes with %s, and restores the focus", async (_, keys) => {
    await openByButton();
    await waitFor(() => expect(field()).toHaveFocus());
    await user.keyboard(keys);
    await gone();
    await waitFor(() => expect(screen.getByRole("button", { name: "Find or do anything" })).toHaveFocus());
    expect(calls.onAsk).not.toHaveBeenCalled();
  });

  it("is empty each time it opens", async () => {
    const palette = await openByButton();
    await user.type(field(), "sle");
    await palette.findByRole("option", { name: /slow waves/ });
    await user.keyboard("{Escape}");
    await gone();
    await user.keyboard("{Control>}k{/Control}");
    await screen.findByRole("dialog");
    expect(field()).toHaveValue("");
  });

  it("says so when nothing is found, and still offers to ask", async () => {
    let answer = () => {};
    const held = new Promise<void>((done) => {
      answer = done;
    });
    const asked = serve(async (q) => {
      if (q) await held;
      return [];
    });
    const palette = await openByButton();
    await user.type(field(), "xyzzy");
    await waitFor(() => expect(asked).toContain("xyzzy"));
    expect(palette.getByRole("status")).toBeEmptyDOMElement();
    answer();
    await waitFor(() => expect(palette.getByRole("status")).toHaveTextContent("Nothing you saved has these words."));
    expect(rows()).toEqual(["Ask your memories about “xyzzy”"]);
  });

  it("says so when the server does not answer, and the actions still work", async () => {
    vi.spyOn(console, "error").mockReturnValue();
    serve(() => HttpResponse.error());
    const palette = await openByButton();
    await waitFor(() =>
      expect(palette.getByRole("status")).toHaveTextContent("Your memories can’t be searched right now."),
    );
    await user.type(field(), "light{Enter}");
    await gone();
    await waitFor(() => expect(calls.theme).toHaveBeenCalledOnce());
  });

  it("keeps the results while the user types on, and drops outdated responses", async () => {
    const late = aMemory({ title: "Slow answer" });
    const asked = serve(async (q) => {
      if (q === null) return [];
      if (q === "s") {
        await delay(400);
        return [late];
      }
      await delay(q === "slee" ? 60 : 0);
      return [SLEEP];
    });
    const palette = await openByButton();
    await user.type(field(), "s");
    await waitFor(() => expect(asked).toContain("s"));
    // Both before any timer can run.
    fireEvent.change(field(), { target: { value: "sl" } });
    fireEvent.change(field(), { target: { value: "sle" } });
    await palette.findByRole("option", { name: /slow waves/ });
    await user.type(field(), "e");
    expect(palette.getByRole("option", { name: /slow waves/ })).toBeVisible();
    await delay(500);
    expect(palette.queryByRole("option", { name: /Slow answer/ })).not.toBeInTheDocument();
    expect(asked).not.toContain("sl");
  });

  it("ignores its keys while an input method is composing", async () => {
    await openByButton();
    await user.type(field(), "にほん");
    const enter = new KeyboardEvent("keydown", { key: "Enter", isComposing: true, bubbles: true, cancelable: true });
    field().dispatchEvent(enter);
    expect(enter.defaultPrevented).toBe(false);
    expect(screen.getByRole("dialog")).toBeVisible();
    expect(calls.onAsk).not.toHaveBeenCalled();
  });

  it("accepts 5,000 characters, and searches for as many as the server accepts", async () => {
    const asked = serve((q) => (q === null ? [NEWEST] : []));
    await openByButton();
    await user.click(field());
    await user.paste("w".repeat(5000));
    await waitFor(() => expect(asked.at(-1)).toBe("w".repeat(1000)));
  });
});

describe("the keys", () => {
  it("run the actions, but not while the user is typing", async () => {
    await start();
    await waitFor(async () => {
      await user.keyboard("a");
      expect(calls.add).toHaveBeenCalledOnce();
    });
    await user.keyboard("{Control>}z{/Control}z");
    expect(calls.undo).toHaveBeenCalledTimes(2);
    await user.type(screen.getByLabelText("A field"), "a great tea?");
    expect(screen.getByLabelText("A field")).toHaveValue("a great tea?");
    expect(calls.add).toHaveBeenCalledOnce();
    expect(calls.theme).not.toHaveBeenCalled();
    await user.keyboard("{Control>}k{/Control}");
    expect(await screen.findByRole("dialog", { name: "Find or do anything" })).toBeVisible();
  });

  it("are listed in a dialog, where single-letter keys can be switched off", async () => {
    await start();
    await waitFor(async () => {
      await user.keyboard("?");
      expect(await screen.findByRole("dialog", { name: "Keyboard shortcuts" }, { timeout: 1000 })).toBeVisible();
    });
    const list = within(screen.getByRole("dialog"));
    expect(within(list.getByRole("region", { name: "Do" })).getByText("Undo").nextSibling).toHaveTextContent(
      "Z/ or CtrlZ",
    );
    expect(list.getByRole("region", { name: "On a memory" })).toHaveTextContent("Open the memory↵/ or O");
    // All actions are listed, those of the palette too.
    for (const label of ["Add Memory", "Light mode", "Find or do anything", "Keyboard shortcuts"]) {
      expect(list.getAllByText(label).length).toBeGreaterThan(0);
    }
    await user.keyboard("a");
    expect(calls.add).not.toHaveBeenCalled();

    const single = list.getByRole("switch", { name: "Single-key shortcuts" });
    expect(single).toBeChecked();
    await user.click(single);
    expect(single).not.toBeChecked();
    expect(singleKeysOn()).toBe(false);
    await user.keyboard("{Escape}");
    await gone();
    await user.keyboard("a?");
    expect(calls.add).not.toHaveBeenCalled();
    await user.keyboard("{Control>}k{/Control}");
    expect(await screen.findByRole("dialog", { name: "Find or do anything" })).toBeVisible();
  });
});

it("a toast reports that the palette failed to load, and the page works on", async () => {
  vi.doMock("./overlays", () => {
    throw new Error("the chunk is gone");
  });
  const logged = vi.spyOn(console, "error").mockReturnValue();
  render(<Page />);
  await waitFor(() => expect(logged).toHaveBeenCalled());
  await user.click(screen.getByRole("button", { name: "Find or do anything" }));
  expect(await screen.findByText("That did not open. Please try again.")).toBeVisible();
  vi.doUnmock("./overlays");
});

describe("filters in the palette", () => {
  const facets = { tags: [{ name: "to read", count: 3 }], sites: [], authors: [], languages: [], kinds: [] };
  beforeEach(() => void server.use(http.get("/api/v1/content/facets", () => HttpResponse.json(facets))));

  it("a key is completed by its values, memories are found within them, and all of them can be listed", async () => {
    const palette = await openByButton();
    const asked = serve(() => [SLEEP]);
    await user.type(field(), "tag:re");
    await user.click(await palette.findByRole("option", { name: /Tag: to read/ }));
    expect(field()).toHaveValue('tag:"to read" ');
    await waitFor(() => expect(asked).toContain('tag:"to read"'));
    await user.click(await palette.findByRole("option", { name: /Show memories tagged to read/ }));
    await gone();
    await waitFor(() => expect(calls.onFilter).toHaveBeenCalledExactlyOnceWith('tag:"to read"'));
  });

  it("the matches of the other words are marked, and a key is offered behind what is found", async () => {
    const palette = await openByButton();
    await user.type(field(), "slow is:unread");
    await waitFor(async () =>
      expect((await palette.findByRole("option", { name: /waves/ })).querySelector("mark")).toHaveTextContent("slow"),
    );
    await user.clear(field());
    await user.type(field(), "ta");
    expect(await palette.findByRole("option", { name: "Tag…" })).toBeVisible();
    expect(meant()).toHaveTextContent(/^Ask your memories/);
  });
});
