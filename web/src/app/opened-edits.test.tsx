import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { SWRConfig } from "swr";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { setToken } from "@/api/session";
import { draftKey, draftsOf, keepDraft } from "@/features/editor/drafts";
import { sendDrafts } from "@/features/editor/send-drafts";
import { Reader, useFocusMode } from "@/features/reader";
import { tellChanged } from "@/memory/changed";
import type { Memory } from "@/memory/kinds";
import { stubLayout } from "@/test/layout";
import { aMemory } from "@/test/memory";
import { server } from "@/test/server";
import { edits } from "./opened-edits";
// Its code is there when a test begins.
import "@/features/editor/note-writing";

type Refusal = Response | undefined;

beforeEach(() => {
  stubLayout();
  setToken("one session");
});

function Opened() {
  const focus = useFocusMode();
  return (
    <Reader
      id="1"
      listed={undefined}
      cited={undefined}
      hash=""
      back="Back"
      focus={focus}
      onClose={() => {}}
      onDelete={() => {}}
      onRefresh={() => {}}
      renderMedia={() => null}
      renderAsk={() => null}
      edits={edits}
    />
  );
}

/** An opened memory, with a server that keeps what is changed of it; `refuse` may answer in its place. */
function open(part: Partial<Memory>, refuse: (body: Record<string, unknown>) => Refusal = () => undefined) {
  const world = {
    memory: aMemory({ _id: "1", type: "note", link: "", ...part }),
    sent: [] as Record<string, unknown>[],
  };
  const blocks = () => [{ kind: "paragraph", spans: [{ text: world.memory.description }] }];
  server.use(
    http.get("/api/v1/content/1", () => HttpResponse.json({ content: world.memory, passages: [], text: "" })),
    http.get("/api/v1/content/1/document", () => HttpResponse.json({ version: 1, blocks: blocks() })),
    http.patch("/api/v1/content/1", async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>;
      world.sent.push(body);
      const refusal = refuse(body);
      if (refusal) return refusal;
      const { edition = 0 } = world.memory;
      const title = body.title === null ? world.memory.captured?.title : (body.title ?? world.memory.title);
      const changed = { ...world.memory, ...body, title, edition: "description" in body ? edition + 1 : edition };
      world.memory = changed as Memory;
      return HttpResponse.json({ content: world.memory });
    }),
  );
  render(
    <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0 }}>
      <div>
        <Opened />
      </div>
    </SWRConfig>,
  );
  return Object.assign(world, { user: userEvent.setup() });
}

const note = () => screen.findByRole("textbox", { name: "Your note" });
const status = (words: string | RegExp) => screen.findByText(words, { selector: "[role=status], [role=status] *" });

/** Types at the end of the editor, as a browser tells it. */
function type(field: HTMLElement, text: string) {
  const line = field.querySelector(".cm-line:last-child") as HTMLElement;
  act(() => line.append(text));
}

async function write(world: ReturnType<typeof open>, text: string) {
  await world.user.click(await screen.findByRole("button", { name: "Write in this note" }));
  const field = await note();
  type(field, text);
  return field;
}

describe("a note", () => {
  it("is written in place, saved by itself, and read again after Escape", async () => {
    const world = open({ title: "Two keys", description: "Two keys" });
    await screen.findByText("Two keys", { selector: "p *, p" });
    fireEvent.keyDown(document.body, { key: "w", code: "KeyW" });
    const field = await note();
    expect(field).toHaveFocus();
    expect(field).toHaveAccessibleDescription(/Escape ends writing/);
    expect(field).toHaveAttribute("spellcheck", "true");
    expect(document.querySelector(".cm-line")).toHaveAttribute("dir", "auto");
    expect(await status("Saved")).toBeVisible();
    type(field, ", one stiff");
    expect(await status("Saving…")).toBeVisible();
    await waitFor(() => expect(world.sent).toEqual([{ description: "Two keys, one stiff", edition: 0 }]));
    expect(await status("Saved")).toBeVisible();
    fireEvent.keyDown(field, { key: "Escape" });
    expect(await screen.findByText("Two keys, one stiff", { selector: "p *, p" })).toBeVisible();
    expect(screen.queryByRole("textbox", { name: "Your note" })).toBeNull();
    await waitFor(() => expect(screen.getByRole("heading", { level: 1 })).toHaveFocus());
  });

  it("shows boxes that a press ticks", async () => {
    const world = open({ title: "Packing", description: "- [ ] tent\n- [x] gas" });
    await world.user.click(await screen.findByRole("button", { name: "Write in this note" }));
    await note();
    const box = screen.getByRole("checkbox", { name: "tent" });
    expect(box).not.toBeChecked();
    expect(screen.getByRole("checkbox", { name: "gas" })).toBeChecked();
    fireEvent.click(box);
    expect(screen.getByRole("checkbox", { name: "tent" })).toBeChecked();
    await waitFor(() => expect(world.sent).toEqual([{ description: "- [x] tent\n- [x] gas", edition: 0 }]));
  });

  it.each([
    ["Keep mine", "keys, mine", [{ description: "keys, mine", edition: 4 }]],
    ["Take theirs", "keys, theirs", []],
    ["Keep both", /keys, theirs/, [{ description: "keys, theirs\n\n---\n\nkeys, mine", edition: 4 }]],
  ])("that was changed elsewhere as well shows both texts: %s", async (name, shown, then) => {
    const stored = aMemory({ _id: "1", type: "note", description: "keys, theirs", edition: 4 });
    const world = open({ description: "keys" }, ({ edition }) =>
      edition === 0 ? HttpResponse.json({ message: "changed", current: stored }, { status: 409 }) : undefined,
    );
    await write(world, ", mine");
    expect(await screen.findByRole("heading", { name: "This note was changed in two places" })).toHaveFocus();
    expect(within(screen.getByRole("group", { name: "Saved elsewhere" })).getByText("theirs")).toBeVisible();
    expect(within(screen.getByRole("group", { name: "Yours" })).getByText("mine").tagName).toBe("MARK");
    expect(await status(/Not saved: it was changed elsewhere as well/)).toBeVisible();
    await world.user.click(screen.getByRole("button", { name }));
    const field = await note();
    expect(field).toHaveTextContent(shown);
    expect(field).toHaveFocus();
    await waitFor(() => expect(world.sent.slice(1)).toEqual(then));
    expect(await status("Saved")).toBeVisible();
  });

  it("takes in what is changed elsewhere while nothing is typed", async () => {
    const world = open({ description: "keys" });
    await world.user.click(await screen.findByRole("button", { name: "Write in this note" }));
    const field = await note();
    world.memory = { ...world.memory, description: "keys, from the phone", edition: 7 };
    act(() => tellChanged([world.memory]));
    await waitFor(() => expect(field).toHaveTextContent("keys, from the phone"));
    expect(world.sent).toEqual([]);
  });

  it("that can't be saved says why, stays, and is kept on the device", async () => {
    const world = open({ description: "keys" }, () =>
      HttpResponse.json({ message: "The note is longer than 256 KB" }, { status: 400 }),
    );
    const field = await write(world, " and more");
    expect(
      await status(/Not saved: The note is longer than 256 KB\. What you wrote is kept on this device\./),
    ).toBeVisible();
    expect(draftsOf("1")[0]?.text).toBe("keys and more");
    await world.user.click(screen.getByRole("button", { name: "Done" }));
    expect(field).toBeVisible();
  });

  it("that was written in this session and not saved is gone on with at once", async () => {
    keepDraft(draftKey("1"), "keys, unsent", 0);
    const world = open({ description: "keys" });
    expect(await note()).toHaveTextContent("keys, unsent");
    await waitFor(() => expect(world.sent).toEqual([{ description: "keys, unsent", edition: 0 }]));
    await waitFor(() => expect(draftsOf()).toEqual([]));
  });

  it("that was written in another session and not saved is offered", async () => {
    keepDraft(draftKey("1"), "keys, unsent", 0);
    setToken("another session");
    const world = open({ description: "keys" });
    expect(await screen.findByText("What you wrote here last was not saved.")).toBeVisible();
    expect(world.sent).toEqual([]);
    await world.user.click(screen.getByRole("button", { name: "Go on writing" }));
    expect(await note()).toHaveTextContent("keys, unsent");
    await waitFor(() => expect(world.sent).toHaveLength(1));
  });

  it("that was written in another session can be let go of", async () => {
    keepDraft(draftKey("1"), "keys, unsent", 0);
    setToken("another session");
    const { user } = open({ description: "keys" });
    await user.click(await screen.findByRole("button", { name: "Discard it" }));
    expect(screen.queryByText("What you wrote here last was not saved.")).toBeNull();
    expect(draftsOf()).toEqual([]);
  });

  it("that is not open is saved from the device, if this session wrote it", async () => {
    keepDraft(draftKey("1"), "keys, unsent", 0);
    const world = open({ description: "keys" });
    await sendDrafts();
    expect(world.sent[0]).toEqual({ description: "keys, unsent", edition: 0 });
    expect(draftsOf()).toEqual([]);
  });
});

describe("the title", () => {
  const rename = () => fireEvent.keyDown(document.body, { key: "E", code: "KeyE", shiftKey: true });

  it("is written anew in its place: Enter keeps it, Escape does not", async () => {
    const { user, sent } = open({ type: "link", title: "Page", description: "" });
    await screen.findByRole("heading", { name: "Page" });
    rename();
    const field = await screen.findByRole("textbox", { name: "Title" });
    expect(field).toHaveFocus();
    await user.clear(field);
    await user.type(field, "Tides{Escape}");
    expect(screen.queryByRole("textbox", { name: "Title" })).toBeNull();
    expect(sent).toEqual([]);
    rename();
    await user.clear(await screen.findByRole("textbox", { name: "Title" }));
    await user.type(screen.getByRole("textbox", { name: "Title" }), "Tides{Enter}");
    expect(await screen.findByRole("heading", { name: "Tides" })).toBeVisible();
    await waitFor(() => expect(screen.queryByRole("textbox", { name: "Title" })).toBeNull());
    expect(sent).toEqual([{ title: "Tides" }]);
  });

  it("can be put back to what was captured, and stays as typed where that fails", async () => {
    let down = true;
    const { user, sent } = open({ type: "link", title: "Mine", captured: { title: "Page" } }, () =>
      down ? HttpResponse.json({ message: "The disk is full" }, { status: 507 }) : undefined,
    );
    await screen.findByRole("heading", { name: "Mine" });
    rename();
    await user.type(await screen.findByRole("textbox", { name: "Title" }), "!{Enter}");
    expect(await screen.findByText("Not saved: The disk is full")).toBeVisible();
    down = false;
    await user.click(screen.getByRole("button", { name: "Put back what was captured" }));
    await waitFor(() => expect(sent.at(-1)).toEqual({ title: null }));
    await waitFor(() => expect(screen.queryByRole("textbox", { name: "Title" })).toBeNull());
    expect(await screen.findByRole("heading", { name: "Page" })).toBeVisible();
  });
});

it("a remark is added, changed, and kept by Escape as well", async () => {
  const { user, sent } = open({ type: "link", title: "Page" });
  await user.click(await screen.findByRole("button", { name: "Add a remark" }));
  const field = () => screen.getByRole("textbox", { name: "Your remark" });
  expect(field()).toHaveFocus();
  await user.type(field(), "For March{Control>}{Enter}{/Control}");
  expect(await screen.findByText("For March", { selector: "p" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Edit your remark" }));
  await user.type(field(), ", or May{Escape}");
  expect(await screen.findByText("For March, or May", { selector: "p" })).toBeVisible();
  expect(sent).toEqual([{ remark: "For March" }, { remark: "For March, or May" }]);
  await user.click(screen.getByRole("button", { name: "Edit your remark" }));
  fireEvent.change(field(), { target: { value: "x".repeat(4001) } });
  expect(screen.getByText("4,001 of 4,000 characters")).toBeVisible();
  expect(screen.getByRole("button", { name: "Keep" })).toBeDisabled();
});

it("the day of saving is set to another, and put back", async () => {
  const at = new Date(2026, 10, 20, 8, 12).toISOString();
  const { user, sent } = open({ type: "link", title: "Page", createdAt: at, captured: { createdAt: at } });
  const opener = () => screen.findByRole("button", { name: /^Change the day it was saved, / });
  await user.click(await opener());
  fireEvent.change(screen.getByLabelText("Saved on"), { target: { value: "2025-03-09" } });
  await user.click(screen.getByRole("button", { name: "Keep" }));
  expect(await opener()).toHaveTextContent("Mar 9, 2025, 8:12 AM");
  expect(sent).toEqual([{ createdAt: new Date(2025, 2, 9, 8, 12).toISOString() }]);
  await user.click(await opener());
  await user.click(screen.getByRole("button", { name: "Put back" }));
  await waitFor(() => expect(sent.at(-1)).toEqual({ createdAt: null }));
});

it("earlier versions are listed, looked at and put back", async () => {
  const world = open({ description: "keys" });
  const versions = [
    { edition: 2, writtenAt: "2026-11-25T10:00:00Z", title: "b", characters: 1200 },
    { edition: 1, writtenAt: "2026-11-20T10:00:00Z", title: "a", characters: 3 },
  ];
  server.use(
    http.get("/api/v1/content/1/versions", () => HttpResponse.json({ versions })),
    http.get("/api/v1/content/1/versions/:edition", ({ params }) =>
      HttpResponse.json({ description: `text of ${params.edition}` }),
    ),
  );
  await world.user.click(await screen.findByRole("button", { name: "Write in this note" }));
  await note();
  await world.user.click(screen.getByRole("button", { name: "Earlier versions" }));
  expect(await screen.findByText("text of 2")).toBeVisible();
  await world.user.click(screen.getByRole("radio", { name: /3 characters/ }));
  expect(await screen.findByText("text of 1")).toBeVisible();
  await world.user.click(screen.getByRole("button", { name: "Put it back" }));
  await waitFor(() => expect(world.sent).toEqual([{ description: "text of 1", edition: 0 }]));
  vi.restoreAllMocks();
});
