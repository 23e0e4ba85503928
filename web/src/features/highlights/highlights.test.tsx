import { act, render, screen, waitFor, waitForElementToBeRemoved, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { createMemoryRouter, RouterProvider, useLocation } from "react-router";
import { SWRConfig } from "swr";
import { beforeEach, expect, it, vi } from "vitest";
import { tellHighlighted } from "@/memory/highlighted";
import { aListed } from "@/test/highlight";
import { stubLayout, stubNearness } from "@/test/layout";
import { server } from "@/test/server";
import { Toasts } from "@/ui/toasts";
import { AllHighlights } from "./highlights";
import type { Listed as Mark } from "./model";

beforeEach(() => {
  stubLayout();
  // Toasts can be swiped.
  Element.prototype.setPointerCapture = () => {};
});

const LOG = { _id: "log", title: "The keepers’ log", type: "link", site: "Salt Archive" } as const;
const PAPER = { _id: "paper", title: "Sleep.pdf", type: "document" } as const;

const MARKS = [
  aListed({ id: "a", memoryId: "log", memory: LOG, quote: "An hour missed is left blank.", color: "sage" }),
  aListed({
    id: "b",
    memoryId: "paper",
    memory: PAPER,
    quote: "Half could be recognised.",
    page: 5,
    remark: "Tell Ann",
  }),
  aListed({ id: "c", memoryId: "log", memory: LOG, quote: "Words that went.", orphaned: true }),
];

/** The page, and whether a memory is open over it, as the router says. */
function Listed() {
  const { pathname, search } = useLocation();
  return (
    <AllHighlights
      homePath="/home"
      pathOf={(memory, mark) => `/highlights/memory/${memory}${search}#${mark}`}
      covered={pathname !== "/highlights"}
    />
  );
}

/** Stubs a server that has these marks, in pages of two. */
function open(marks: Mark[] = MARKS, at = "/highlights") {
  let kept = marks;
  const asked: string[] = [];
  server.use(
    http.get("/api/v1/highlights", ({ request }) => {
      const { searchParams } = new URL(request.url);
      asked.push(searchParams.toString());
      if (searchParams.get("format")) {
        const headers = { "content-disposition": 'attachment; filename="engram-marks.md"' };
        return new HttpResponse("> An hour missed", { headers });
      }
      const from = Number(searchParams.get("cursor") ?? 0);
      const all = kept.filter(
        ({ color, quote, memory }) =>
          quote.includes(searchParams.get("q") ?? "") &&
          color === (searchParams.get("color") ?? color) &&
          memory.type === (searchParams.get("type") ?? memory.type),
      );
      const next = all.length > from + 2 ? String(from + 2) : undefined;
      return HttpResponse.json({ highlights: all.slice(from, from + 2), ...(next && { next }) });
    }),
    http.patch("/api/v1/highlights/:id", async ({ params, request }) => {
      const change = (await request.json()) as Partial<Mark>;
      if (change.remark === "refuse") return HttpResponse.json({ message: "That is too long." }, { status: 400 });
      kept = kept.map((one) => (one.id === params.id ? { ...one, ...change } : one));
      return HttpResponse.json({ highlight: kept.find(({ id }) => id === params.id) });
    }),
    http.delete("/api/v1/highlights/:id", ({ params, request }) => {
      // Else the browser drops it with the page.
      if (!request.keepalive) return HttpResponse.error();
      kept = kept.filter(({ id }) => id !== params.id);
      return HttpResponse.json({ message: "Deleted" });
    }),
  );
  const router = createMemoryRouter([{ path: "/highlights/*", element: <Listed /> }], { initialEntries: [at] });
  render(
    <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0, shouldRetryOnError: false }}>
      <RouterProvider router={router} />
      <Toasts theme="dark" />
    </SWRConfig>,
  );
  const set = (marks: Mark[]) => {
    kept = marks;
  };
  return { asked, router, kept: () => kept, set, user: userEvent.setup() };
}

const row = (words: string) => within(screen.getByText(words).closest("li") as HTMLElement);

it("marks stand by their memories, and their words lead there", async () => {
  const { user } = open();
  const log = await screen.findByRole("region", { name: "The keepers’ log" });
  expect(within(log).getByText("Salt Archive")).toBeVisible();
  expect(screen.getByRole("link", { name: "An hour missed is left blank." })).toHaveAttribute(
    "href",
    "/highlights/memory/log#a",
  );
  expect(row("Half could be recognised.").getByText("page 5")).toBeVisible();
  expect(row("Half could be recognised.").getByText("Tell Ann")).toBeVisible();
  expect(screen.getByText("The newest 2 marks")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Show more" }));
  expect(await within(log).findByText("Words that went.")).toBeVisible();
  expect(within(log).getByText("No longer in the text")).toBeVisible();
  expect(screen.getByText("3 marks")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
});

it("colour, kind and words narrow the list, by the address", async () => {
  const { user, router } = open();
  await user.click(await screen.findByRole("button", { name: "Those in sage alone" }));
  await waitFor(() => expect(screen.queryByText("Half could be recognised.")).toBeNull());
  expect(screen.getByRole("button", { name: "Those in sage alone" })).toHaveAttribute("aria-pressed", "true");
  await user.selectOptions(screen.getByRole("combobox", { name: "Kind of memory" }), "document");
  expect(await screen.findByText("No mark is like that.")).toBeVisible();
  expect(router.state.location.search).toBe("?color=sage&type=document");
  await user.click(screen.getByRole("button", { name: "Those in sage alone" }));
  expect(await screen.findByText("Half could be recognised.")).toBeVisible();
  await user.type(screen.getByRole("searchbox"), "hour");
  expect(await screen.findByText("No mark is like that.")).toBeVisible();
  expect(router.state.location.search).toBe("?type=document&q=hour");
});

it("filters that are no filters are left out", async () => {
  const { asked } = open(MARKS, "/highlights?color=beige&type=song&q=hour");
  expect(await screen.findByText("An hour missed is left blank.")).toBeVisible();
  expect(asked[0]).toBe("limit=100&q=hour");
});

it("colour and remark are changed in place, and what was refused stays typed", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const { user, kept } = open();
  await screen.findByText("Half could be recognised.");
  await user.click(row("Half could be recognised.").getByRole("button", { name: "Change colour or remark" }));
  const field = row("Half could be recognised.").getByRole("textbox", { name: "Your remark" });
  expect(field).toHaveFocus();
  await user.click(row("Half could be recognised.").getByRole("button", { name: "Turn rose" }));
  expect(field).toHaveValue("Tell Ann");
  await user.clear(field);
  await user.type(field, "refuse");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("That is too long.")).toBeVisible();
  expect(field).toHaveValue("refuse");
  await user.clear(field);
  await user.type(field, "Told Ann");
  await user.keyboard("{Control>}{Enter}{/Control}");
  expect(await row("Half could be recognised.").findByText("Told Ann")).toBeVisible();
  expect(kept()[1]).toMatchObject({ color: "rose", remark: "Told Ann" });
  await waitFor(() => expect(screen.getByRole("button", { name: "Change colour or remark" })).toHaveFocus());
});

it("a mark is removed once nobody takes it back", async () => {
  const { user, kept } = open();
  await screen.findByText("Half could be recognised.");
  await user.click(row("Half could be recognised.").getByRole("button", { name: "Remove the mark" }));
  expect(screen.queryByText("Half could be recognised.")).toBeNull();
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  expect(screen.getByText("Half could be recognised.")).toBeVisible();
  await user.click(row("Half could be recognised.").getByRole("button", { name: "Remove the mark" }));
  window.dispatchEvent(new Event("pagehide"));
  await waitFor(() => expect(kept().map(({ id }) => id)).toEqual(["a", "c"]));
  expect(screen.queryByText("Half could be recognised.")).toBeNull();
});

it("marks that are made, changed and removed elsewhere show without a reload", async () => {
  const { set } = open(MARKS.slice(0, 2));
  await screen.findByText("Half could be recognised.");
  set([
    aListed({ id: "d", memoryId: "log", memory: LOG, quote: "A new one." }),
    { ...(MARKS[0] as Mark), remark: "So true" },
  ]);
  act(() => tellHighlighted("log"));
  expect(await screen.findByText("A new one.")).toBeVisible();
  expect(row("An hour missed is left blank.").getByText("So true")).toBeVisible();
  expect(screen.queryByText("Half could be recognised.")).toBeNull();
});

it("marks that were made before their changes are followed show once they are", async () => {
  const { set } = open(MARKS.slice(0, 1));
  await screen.findByText("An hour missed is left blank.");
  set([...MARKS.slice(0, 1), aListed({ id: "d", memoryId: "log", memory: LOG, quote: "A new one." })]);
  act(() => tellHighlighted());
  expect(await screen.findByText("A new one.")).toBeVisible();
});

it("marks of a memory that was deleted elsewhere leave the list", async () => {
  const { set } = open(MARKS);
  await screen.findByText("Half could be recognised.");
  set([]);
  act(() => tellHighlighted("log", true));
  await waitForElementToBeRemoved(() => screen.queryByText("Half could be recognised."));
});

it("a mark that was removed elsewhere can't be changed, which is said, and it leaves the list", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const { user } = open();
  await screen.findByText("Half could be recognised.");
  server.use(http.patch("/api/v1/highlights/:id", () => HttpResponse.json({ message: "Gone" }, { status: 404 })));
  await user.click(row("Half could be recognised.").getByRole("button", { name: "Change colour or remark" }));
  await user.click(row("Half could be recognised.").getByRole("button", { name: "Turn rose" }));
  expect(await screen.findByText("This mark was removed meanwhile.")).toBeVisible();
  expect(screen.queryByText("Half could be recognised.")).toBeNull();
});

it("what is listed is saved as a file for another program", async () => {
  const { user, asked } = open(MARKS, "/highlights?color=sage");
  const saved: string[] = [];
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:1", revokeObjectURL: () => {} }));
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  await user.click(await screen.findByRole("button", { name: "Export" }));
  await user.click(screen.getByRole("menuitem", { name: "Anki" }));
  await waitFor(() => expect(saved).toEqual(["engram-marks.md"]));
  expect(asked.at(-1)).toBe("color=sage&format=anki");
});

it("without marks it says how to make one", async () => {
  open([]);
  expect(await screen.findByText(/Select words in anything/)).toBeVisible();
  expect(screen.queryByRole("search")).toBeNull();
  expect(screen.queryByRole("button", { name: "Export" })).toBeNull();
});

it("what can't be read is read again", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const { user } = open();
  server.use(http.get("/api/v1/highlights", () => HttpResponse.json({}, { status: 500 }), { once: true }));
  await user.click(await screen.findByRole("button", { name: "Retry" }));
  expect(await screen.findByText("Half could be recognised.")).toBeVisible();
  expect(screen.queryByRole("alert")).toBeNull();
});

it("a memory that is opened from a searched list keeps its address, and the list its filters", async () => {
  const { user, router, asked } = open(MARKS, "/highlights?color=sage");
  await user.type(await screen.findByRole("searchbox"), "hour");
  await user.click(screen.getByRole("link", { name: "An hour missed is left blank." }));
  const { pathname, hash } = router.state.location;
  expect([pathname, hash]).toEqual(["/highlights/memory/log", "#a"]);
  // The next memory in the list, whose address has no search.
  await act(() => router.navigate("/highlights/memory/paper#b", { replace: true }));
  await act(() => new Promise((resolve) => setTimeout(resolve, 300)));
  expect(router.state.location).toMatchObject({ pathname: "/highlights/memory/paper", search: "", hash: "#b" });
  expect(asked.at(-1)).toContain("color=sage");
  expect(screen.queryByText("Half could be recognised.")).toBeNull();
});

it("a further page that fails is asked for once, is retried by its reader, and the others are not read again", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  stubNearness();
  const many = Array.from({ length: 6 }, (_, index) =>
    aListed({ id: `m${index}`, memoryId: "log", memory: LOG, quote: `Words ${index}.` }),
  );
  let away = true;
  const { user, asked } = open(many);
  server.use(
    http.get("/api/v1/highlights", ({ request }) => {
      if (away && new URL(request.url).searchParams.get("cursor") === "4") {
        asked.push("refused");
        return HttpResponse.json({}, { status: 503 });
      }
      return undefined;
    }),
  );
  expect(await screen.findByText("Your marks could not be read just now.")).toBeVisible();
  await act(() => new Promise((resolve) => setTimeout(resolve, 100)));
  expect(asked).toEqual(["limit=100", "limit=100&cursor=2", "refused"]);
  expect(screen.getByText("Words 3.")).toBeVisible();
  away = false;
  await user.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByText("Words 5.")).toBeVisible();
  expect(asked.slice(3)).toEqual(["limit=100&cursor=4"]);
});

it("what is removed hands the focus to the mark behind it, and the last one to the title", async () => {
  const { user } = open(MARKS.slice(0, 2));
  await screen.findByText("Half could be recognised.");
  await user.click(row("An hour missed is left blank.").getByRole("button", { name: "Remove the mark" }));
  expect(screen.getByRole("link", { name: "Half could be recognised." })).toHaveFocus();
  await user.click(row("Half could be recognised.").getByRole("button", { name: "Remove the mark" }));
  expect(screen.getByRole("heading", { level: 1 })).toHaveFocus();
});
