import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { SWRConfig } from "swr";
import { beforeEach, expect, it, vi } from "vitest";
import { EventStream } from "@/test/event-stream";
import { FakeUpload } from "@/test/fake-upload";
import { stubLayout } from "@/test/layout";
import { server } from "@/test/server";
import { Toasts } from "@/ui/toasts";
import { Imports } from "./imports";
import { type Import, lossText, type Note, type Preview, type Watched } from "./model";

beforeEach(() => {
  stubLayout();
  FakeUpload.install();
});

const PREVIEW: Preview = {
  kinds: [
    { kind: "link", count: 1086 },
    { kind: "note", count: 241 },
  ],
  tags: 120,
  highlights: 418,
  files: 0,
  withText: 0,
  starred: 3,
  archived: 0,
  unread: 0,
  feeds: 0,
  conversations: 0,
  filters: 0,
  new: 1115,
  merged: 0,
  oldest: "2011-03-04T10:00:00Z",
  newest: "2026-11-02T10:00:00Z",
  fits: null,
  lost: [{ what: "Reading positions", count: 31, why: "They start again at the top." }],
};

/** An import whose file is read. */
function anImport(part: Partial<Import> = {}): Import {
  return {
    id: "one",
    name: "bookmarks.html",
    size: 48_200_000,
    format: "netscape",
    status: "ready",
    createdAt: "2026-11-27T10:00:00Z",
    finishedAt: null,
    found: 1327,
    existing: 212,
    merged: 0,
    saved: 0,
    followed: 0,
    failed: 0,
    position: 0,
    message: "",
    notes: [],
    noteCount: 0,
    preview: PREVIEW,
    fetching: 0,
    unfetched: 0,
    undoable: false,
    undoing: false,
    retryable: false,
    items: 0,
    undone: 0,
    unfollowed: 0,
    kept: 0,
    ...part,
  };
}

/** Serves imports and a stream of events, and notes the calls that change something. */
function serveImports(...imports: Import[]) {
  const watched: Watched = { refused: [], count: 0, full: false };
  const state = { imports, calls: [] as string[], streams: [] as EventStream[], refusal: "", watched };
  const one = (id: unknown) => state.imports.find((known) => known.id === id);
  server.use(
    http.get("/api/v1/events", ({ request }) => {
      const stream = new EventStream(request);
      state.streams.push(stream);
      return stream.response;
    }),
    http.get("/api/v1/watched", () => HttpResponse.json(state.watched)),
    http.get("/api/v1/imports", () =>
      HttpResponse.json({ imports: state.imports.map((known) => ({ ...known, notes: [] })) }),
    ),
    http.get("/api/v1/imports/:id", ({ params }) => {
      const found = one(params.id);
      return found ? HttpResponse.json(found) : HttpResponse.json({ message: "Import not found" }, { status: 404 });
    }),
    http.post("/api/v1/imports/:id/:act", ({ params }) => {
      state.calls.push(`${params.act} ${params.id}`);
      if (state.refusal) return HttpResponse.json({ message: state.refusal }, { status: 409 });
      return HttpResponse.json(one(params.id));
    }),
    http.delete("/api/v1/imports/:id", ({ params }) => {
      state.calls.push(`forget ${params.id}`);
      state.imports = state.imports.filter(({ id }) => id !== params.id);
      return HttpResponse.json({ message: "Import forgotten" });
    }),
  );
  /** Changes an import as the server does, and tells of it. */
  const change = (id: string, part: Partial<Import>) =>
    act(async () => {
      state.imports = state.imports.map((known) => (known.id === id ? { ...known, ...part } : known));
      await vi.waitFor(() => expect(state.streams).not.toHaveLength(0));
      state.streams.at(-1)?.tell("import", { id });
    });
  return { state, change };
}

function open() {
  render(
    <SWRConfig value={{ dedupingInterval: 0, provider: () => new Map(), shouldRetryOnError: false }}>
      <Imports />
      <Toasts theme="dark" />
    </SWRConfig>,
  );
}

const sheet = async (name = "bookmarks.html") => within(await screen.findByRole("region", { name }));

async function chooseFile() {
  const field = await screen.findByLabelText(/Drop files here/);
  await userEvent.upload(field, new File(["<DL>"], "bookmarks.html"));
  await waitFor(() => expect(FakeUpload.all).toHaveLength(1));
  return FakeUpload.all[0] as FakeUpload;
}

/** The rows of what a file holds. */
async function countsOf(one: ReturnType<typeof within>) {
  return within(await one.findByRole("table"))
    .getAllByRole("row")
    .map(({ textContent }) => textContent);
}

it("what is lost is counted in words", () => {
  expect([
    lossText("date", 2),
    lossText("address", 1),
    lossText("address", 2),
    lossText("entries", 1),
    lossText("tags", 1_200),
  ]).toEqual(["2 dates", "1 address", "2 addresses", "1 entry", "1,200 tags"]);
});

it("a file is sent with its progress, read, shown, added and undone, as the server tells", async () => {
  const { state, change } = serveImports();
  open();
  const upload = await chooseFile();
  expect(upload.url).toBe("/api/v1/import");
  act(() => upload.progress(0.4));
  expect(screen.getByRole("progressbar", { name: "Sending bookmarks.html" })).toHaveAttribute("aria-valuenow", "40");
  state.imports = [anImport({ status: "reading", preview: undefined as never, found: 0, existing: 0 })];
  act(() => upload.answer(202, { id: "one" }));
  const one = await sheet();
  expect(one.getByRole("heading", { name: "bookmarks.html" })).toHaveFocus();
  expect(one.getByText(/Nothing is added yet/)).toBeVisible();

  const others = { ...(anImport().preview as Preview), kinds: [], new: 0, conversations: 2, filters: 1 };
  await change("one", { ...anImport({ format: "engram", found: 215, preview: others }) });
  expect(await one.findByRole("button", { name: "Add 2 conversations" })).toBeVisible();
  expect(one.getByText("1 kept filter")).toBeVisible();
  expect(one.queryByText(/Not added/)).toBeNull();
  await change("one", {
    ...anImport({ found: 4, existing: 0, preview: { ...others, conversations: 0, filters: 0, feeds: 4 } }),
  });
  expect(await one.findByRole("button", { name: "Follow 4 feeds" })).toBeVisible();
  expect(one.queryByRole("table")).toBeNull(); // no memory would be added

  const two = { ...(anImport().preview as Preview), merged: 3, new: 1112, feeds: 4 };
  await change("one", { ...anImport({ found: 1336, preview: two }) });
  expect(await one.findByText("Other entries")).toBeVisible();
  expect((await countsOf(one)).slice(1)).toEqual([
    "Web pages1,086",
    "Notes241",
    "Other entries5", // of which all are refused
    "Already here−less 212",
    "Joined to others−less 3",
    "Not added, see below−less 5",
    "To be added1,112",
  ]);
  await change("one", { ...anImport() });
  const add = await one.findByRole("button", { name: "Add 1,115 memories" });
  expect(await countsOf(one)).toEqual([
    "KindIn the file",
    "Web pages1,086",
    "Notes241",
    "Already here−less 212",
    "To be added1,115",
  ]);
  expect(one.getByText("418 highlights")).toBeVisible();
  expect(one.getByText("120 tags")).toBeVisible();
  expect(one.getByText("Saved from March 2011 to November 2026")).toBeVisible();
  expect(one.getByText(/They start again at the top/)).toBeVisible();

  await userEvent.click(add);
  expect(state.calls).toEqual(["start one"]);
  await change("one", { status: "running", position: 663 });
  expect(await one.findByRole("progressbar")).toHaveAttribute("aria-valuetext", "663 of 1,327 handled");
  await change("one", { status: "done", position: 1327, saved: 1115, undoable: true, fetching: 900 });
  expect(await one.findByText(/900 pages wait to be fetched/)).toBeVisible();
  expect(screen.getByText("bookmarks.html is done: 1,115 memories added.")).toBeInTheDocument();

  await userEvent.click(one.getByRole("button", { name: "Undo this import" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Undo this import?" }));
  await userEvent.click(dialog.getByRole("button", { name: "Undo the import" }));
  await waitFor(() => expect(state.calls).toEqual(["start one", "undo one"]));
});

it("a file that is refused is named with the server's words, and another can be chosen", async () => {
  serveImports();
  open();
  const upload = await chooseFile();
  act(() => upload.answer(415, { message: "This file is of no kind that Engram can read." }));
  expect(await screen.findByText("This file is of no kind that Engram can read.")).toBeVisible();
  expect(screen.getByLabelText(/Drop files here/)).toHaveFocus();
});

it("of several files each is sent when the one before has arrived, and each refusal is said", async () => {
  serveImports();
  open();
  const names = ["a.html", "b.csv", "c.json"];
  const field = await screen.findByLabelText(/Drop files here/);
  await userEvent.upload(
    field,
    names.map((name) => new File(["x"], name)),
  );
  for (const [at, behind] of [", 2 more files to come", ", 1 more file to come", ""].entries()) {
    await waitFor(() => expect(FakeUpload.all).toHaveLength(at + 1));
    expect(await screen.findByRole("heading", { name: names[at] as string })).toBeVisible();
    expect(screen.getByText(`0 % sent${behind}`)).toBeVisible();
    act(() =>
      FakeUpload.all[at]?.answer(
        ...((at === 1 ? [202, { id: "b" }] : [415, { message: `No ${at}` }]) as [number, object]),
      ),
    );
  }
  expect(await screen.findByText("No 2")).toBeVisible();
  expect(screen.getByText("No 0")).toBeVisible();
});

it("feeds that are followed and left again are no memories", async () => {
  const { change } = serveImports(anImport({ status: "reading", found: 40, preview: undefined as never }));
  open();
  const one = await sheet();
  expect(await one.findByText("40 found so far")).toBeVisible();
  await change("one", { status: "done", found: 40, followed: 40, undoable: true, preview: PREVIEW });
  expect(await one.findByText("Feeds followed")).toBeVisible();
  expect(one.queryByText("Added")).toBeNull();
  expect(screen.getByText("bookmarks.html is done: 40 feeds followed.")).toBeInTheDocument();
  await userEvent.click(one.getByRole("button", { name: "Undo this import" }));
  expect(await screen.findByText(/^40 feeds came from/)).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await change("one", { status: "running", undoing: true, undone: 6, kept: 2, items: 32 });
  expect(await one.findByRole("progressbar")).toHaveAttribute("aria-valuetext", "8 of 40 handled");
});

it("says what a plan has room for, and what is not started can be put away", async () => {
  const { state } = serveImports(anImport({ preview: { ...PREVIEW, fits: 52 } }));
  open();
  const one = await sheet();
  expect(await one.findByRole("button", { name: "Add 52 memories" })).toBeVisible();
  expect(one.getByText(/Your plan has room for 52 of them/)).toBeVisible();
  await userEvent.click(one.getByRole("button", { name: "Don’t add it" }));
  await waitFor(() => expect(state.calls).toEqual(["cancel one", "forget one"]));
  await waitFor(() => expect(screen.queryByRole("region", { name: "bookmarks.html" })).not.toBeInTheDocument());
});

it("what could not be kept is listed, saved as a file and tried again; a refusal is said", async () => {
  const notes: Note[] = Array.from({ length: 12 }, (_, at) => ({ item: `line ${at}`, message: "It is no address." }));
  const over = { status: "done", saved: 3, failed: 12, found: 15, finishedAt: "2026-11-27T11:00:00Z" } as const;
  const { state } = serveImports(anImport({ ...over, notes, noteCount: 12, unfetched: 7, retryable: true }));
  server.use(
    http.get("/api/v1/imports/:id/notes", ({ request }) => {
      const next = new URL(request.url).searchParams.get("cursor");
      return HttpResponse.json(next ? { notes: notes.slice(10) } : { notes: notes.slice(0, 10), next: "10" });
    }),
    http.get("/api/v1/imports/:id/notes.csv", () =>
      HttpResponse.text("Item,Note\n", { headers: { "content-disposition": 'attachment; filename="notes.csv"' } }),
    ),
  );
  open();
  await userEvent.click(await screen.findByRole("button", { name: "Details of bookmarks.html" }));
  const one = await sheet();
  await waitFor(() => expect(one.getAllByRole("listitem")).toHaveLength(5));
  expect(one.getByText("7 pages could not be fetched.")).toBeVisible();
  await userEvent.click(one.getByRole("button", { name: "Show all 12" }));
  await userEvent.click(await one.findByRole("button", { name: "Show more" }));
  await waitFor(() => expect(one.getAllByRole("listitem")).toHaveLength(12));

  const saved: string[] = [];
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:it", revokeObjectURL: () => {} }));
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  await userEvent.click(one.getByRole("button", { name: "Save the list of bookmarks.html" }));
  await waitFor(() => expect(saved).toEqual(["notes.csv"]));

  state.refusal = "There is nothing to try again";
  await userEvent.click(one.getByRole("button", { name: "Try the failed ones again" }));
  expect(await screen.findByText("There is nothing to try again")).toBeVisible();
  expect(state.calls).toEqual(["retry one"]);
  await userEvent.click(one.getByRole("button", { name: "Take bookmarks.html off this list" }));
  await waitFor(() => expect(screen.queryByText("bookmarks.html")).not.toBeInTheDocument());
});

it("what the watched folder holds and is not taken in is listed with the reason; nothing is said where all is", async () => {
  const { state } = serveImports();
  state.watched = {
    refused: [
      { path: "papers/a.pdf", why: "Your plan holds no more documents", again: "2026-11-28T15:20:00" },
      { path: "b.exe", why: "Only documents are taken.", again: null },
    ],
    count: 3,
    full: true,
  };
  open();
  const list = within(await screen.findByRole("list", { name: "Your watched folder" }));
  expect(list.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "papers/a.pdfYour plan holds no more documents. Tried again at 3:20 PM.",
    "b.exeOnly documents are taken. Tried again once the file changes.",
  ]);
  expect(screen.getByText("3 files are not taken in.")).toBeVisible();
  expect(screen.getByText("And 1 more.")).toBeVisible();
  expect(screen.getByText(/more than 100,000 files/)).toBeVisible();
});
