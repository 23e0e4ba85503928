import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { useState } from "react";
import { SWRConfig } from "swr";
import { beforeEach, expect, it, vi } from "vitest";
import { DocumentView } from "@/document/document-view";
import type { After } from "@/document/drawing";
import { marksOf, type Stretch } from "@/document/marks";
import { type Block, lengthOf, plainOf } from "@/document/tree";
import { tellHighlighted } from "@/memory/highlighted";
import { paragraph } from "@/test/answer";
import { aHighlight } from "@/test/highlight";
import { stubLayout } from "@/test/layout";
import { aMemory } from "@/test/memory";
import { server } from "@/test/server";
import { Toasts } from "@/ui/toasts";
import { Marking } from "./marking";
import type { Highlight } from "./model";
import { REST } from "./use-followed";

const BLOCKS: Block[] = [paragraph("The lamp was lit at sunset."), paragraph("An hour missed is left blank.")];
const MEMORY = aMemory({ _id: "m-1", title: "The log" });
const LIT = aHighlight({ id: "lit", quote: "The lamp", end: { leaf: 0, offset: 8 }, color: "sage" });
const MISSED = aHighlight({
  id: "missed",
  quote: "An hour",
  start: { leaf: 1, offset: 0 },
  end: { leaf: 1, offset: 7 },
  remark: "Tell Ann",
});

beforeEach(() => {
  stubLayout();
  Element.prototype.setPointerCapture = () => {};
  Element.prototype.scrollBy = () => {};
  Range.prototype.getBoundingClientRect = () => new DOMRect();
  document.getSelection()?.removeAllRanges();
});

const onAsk = vi.fn();

/** A memory as the reader shows it, with a printed page of its second paragraph that has a running title. */
function Opened() {
  const [text, setText] = useState<HTMLElement | null>(null);
  const [pages, setPages] = useState<HTMLElement | null>(null);
  const [end, setEnd] = useState<HTMLElement | null>(null);
  const [aside, setAside] = useState<HTMLElement | null>(null);
  const [marks, setMarks] = useState<readonly Stretch[]>([]);
  const [after, setAfter] = useState<{ draw: After | undefined }>();
  const [onAfter] = useState(() => (draw: After | undefined) => setAfter({ draw }));
  return (
    <div className="reader">
      <div ref={setPages}>
        <section data-page="7">
          <span>The keepers’ log{"\n"}</span>
          <span data-leaf="1" data-from="0" data-to="29">
            An hour missed is left blank.{"\n"}
          </span>
        </section>
      </div>
      <div ref={setText}>
        <DocumentView
          blocks={BLOCKS}
          marks={marksOf(marks, (leaf) => lengthOf(plainOf(BLOCKS[leaf] as Block)))}
          after={after?.draw}
        />
      </div>
      <div ref={setEnd} />
      <div ref={setAside} />
      {text && pages && end && aside && (
        <Marking
          memory={MEMORY}
          leaves={BLOCKS}
          text={text}
          pages={pages}
          list={aside}
          margin={aside}
          end={end}
          onMarks={setMarks}
          onAfter={onAfter}
          goTo={() => {}}
          hash=""
          onAsk={onAsk}
        />
      )}
    </div>
  );
}

/** Stubs a server that has these marks of the memory; `refuse` is what it says to every change. */
async function open(marks: Highlight[] = [], { refuse }: { refuse?: [status: number, message: string] } = {}) {
  const state = { marks, made: 0, reads: 0, hold: Promise.resolve() };
  const refused = () => {
    const [status, message] = refuse ?? [500, ""];
    return HttpResponse.json({ message }, { status });
  };
  server.use(
    http.get("/api/v1/content/:id/highlights", () => {
      state.reads += 1;
      return HttpResponse.json({ highlights: state.marks });
    }),
    http.post("/api/v1/content/:id/highlights", async ({ request }) => {
      const draft = (await request.json()) as Partial<Highlight>;
      await state.hold;
      if (refuse) return refused();
      state.made += 1;
      const highlight = aHighlight({ ...draft, id: `made-${state.made}` });
      state.marks = [...state.marks, highlight];
      return HttpResponse.json({ highlight });
    }),
    http.patch("/api/v1/highlights/:id", async ({ params, request }) => {
      if (refuse) return refused();
      const change = (await request.json()) as Partial<Highlight>;
      state.marks = state.marks.map((one) => (one.id === params.id ? { ...one, ...change } : one));
      return HttpResponse.json({ highlight: state.marks.find(({ id }) => id === params.id) });
    }),
    http.delete("/api/v1/highlights/:id", () => HttpResponse.json({ message: "Deleted" })),
  );
  const view = render(
    <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0, shouldRetryOnError: false }}>
      <Opened />
      <Toasts theme="dark" />
    </SWRConfig>,
  );
  await waitFor(() => expect(state.reads).toBe(1));
  await waitFor(() => expect(shown(view.container)).toHaveLength(marks.filter((one) => !one.orphaned).length));
  return { ...view, state, user: userEvent.setup() };
}

const shown = (container: Element) =>
  [...container.querySelectorAll("mark.hl")].map((mark) => [mark.textContent, /hl-(\w+)/.exec(mark.className)?.[1]]);

/** Selects words within one text of the page. */
async function select(words: string, within: Element) {
  const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    const at = node.data.indexOf(words);
    if (at < 0) continue;
    const text = node;
    await act(async () => document.getSelection()?.setBaseAndExtent(text, at, text, at + words.length));
    await act(async () => void document.dispatchEvent(new Event("selectionchange")));
    return;
  }
  throw new Error(`there is no ${words}`);
}

const moment = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const printed = (container: Element) => container.querySelector("[data-page]") as Element;
const bar = () => screen.findByRole("toolbar", { name: /^What to do with this/ });
const error = () => vi.spyOn(console, "error").mockImplementation(() => {});

it("words of a printed page are marked in the text", async () => {
  const { container, state, user } = await open();
  await select("missed is left", printed(container));
  await user.click(within(await bar()).getByRole("button", { name: "Mark in rose" }));
  expect(shown(container)).toEqual([["missed is left", "rose"]]);
  await waitFor(() => expect(state.marks).toHaveLength(1));
  expect(state.marks[0]).toMatchObject({
    quote: "missed is left",
    start: { leaf: 1, offset: 8 },
    end: { leaf: 1, offset: 22 },
  });
});

it("words of a printed page that are not in the text can be copied, with their page, but not marked", async () => {
  const { container, state, user } = await open();
  await select("keepers’ log", printed(container));
  expect(await screen.findByText(/can be copied but not marked/)).toBeVisible();
  await user.keyboard("l");
  expect(screen.queryByRole("toolbar")).toBeNull();
  const copied = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  vi.stubGlobal("ClipboardItem", undefined);
  await user.click(screen.getByRole("button", { name: "Copy" }));
  expect(await screen.findByText("Quotation copied")).toBeVisible();
  expect(copied.mock.calls.flat().join()).toMatch(/^> keepers’ log\n\n.*page 7$/);
  expect(state.marks).toEqual([]);
});

it("a remark stands under the paragraph of its mark, and is gone with it", async () => {
  const { container, state } = await open([LIT, MISSED]);
  const remark = await screen.findByRole("button", { name: /Tell Ann/ });
  expect(remark.closest(".remarks-under")?.previousElementSibling).toHaveTextContent("An hour missed");
  state.marks = [LIT];
  act(() => tellHighlighted("m-1"));
  await waitFor(() => expect(screen.queryByText(/Tell Ann/)).toBeNull());
  expect(shown(container)).toEqual([["The lamp", "sage"]]);
});

it("what is marked, changed and removed elsewhere is shown, and what concerns other memories is not read", async () => {
  const { container, state } = await open([LIT]);
  state.marks = [{ ...LIT, color: "sky" }, MISSED];
  act(() => tellHighlighted("another"));
  act(() => tellHighlighted("m-1"));
  await waitFor(() =>
    expect(shown(container)).toEqual([
      ["The lamp", "sky"],
      ["An hour", "amber"],
    ]),
  );
  expect(state.reads).toBe(2);
});

it("what is read while a mark is on its way does not take it off the page", async () => {
  const { container, state, user } = await open([LIT]);
  let arrive = () => {};
  state.hold = new Promise((resolve) => {
    arrive = resolve;
  });
  await select("left blank", container.querySelector("[data-leaf='1'][dir]") as Element);
  await user.click(within(await bar()).getByRole("button", { name: "Mark in amber" }));
  act(() => tellHighlighted("m-1"));
  await moment(REST * 2);
  expect(shown(container)).toHaveLength(2);
  expect(state.reads).toBe(1);
  arrive();
  await waitFor(() => expect(state.reads).toBe(2));
  expect(shown(container)).toHaveLength(2);
});

it("a mark that the server refuses is taken back, with its words for it, and those that it took in are there again", async () => {
  error();
  const { container, user } = await open([LIT], { refuse: [400, "This memory has 2,000 highlights."] });
  await act(async () => {
    const [lit, rest] = [
      container.querySelector("mark.hl")?.firstChild,
      container.querySelector("mark.hl")?.nextSibling,
    ];
    if (lit && rest) document.getSelection()?.setBaseAndExtent(lit, 4, rest, 4);
    document.dispatchEvent(new Event("selectionchange"));
  });
  await user.click(within(await bar()).getByRole("button", { name: "Mark in sage" }));
  expect(await screen.findByText("This memory has 2,000 highlights.")).toBeVisible();
  await waitFor(() => expect(shown(container)).toEqual([["The lamp", "sage"]]));
});

it("a colour that the server refuses is taken back", async () => {
  error();
  const { container, user } = await open([LIT], { refuse: [503, "Not now."] });
  await user.click(screen.getByText("The lamp", { selector: "mark" }));
  await user.click(within(await bar()).getByRole("button", { name: "Turn rose" }));
  expect(await screen.findByText("Not now.")).toBeVisible();
  await waitFor(() => expect(shown(container)).toEqual([["The lamp", "sage"]]));
});

it("a mark that is removed elsewhere while a remark on it is written says so, and the words are kept", async () => {
  const { state, user } = await open([LIT]);
  await user.click(screen.getByText("The lamp", { selector: "mark" }));
  await user.click(within(await bar()).getByRole("button", { name: "Write a remark" }));
  await user.type(screen.getByRole("textbox", { name: "Your remark" }), "Every night");
  state.marks = [];
  act(() => tellHighlighted("m-1"));
  expect(await screen.findByText(/was removed meanwhile. What you wrote is kept/)).toBeVisible();
  state.marks = [LIT];
  act(() => tellHighlighted("m-1"));
  await user.click(await screen.findByText("The lamp", { selector: "mark" }));
  await user.click(within(await bar()).getByRole("button", { name: "Write a remark" }));
  expect(screen.getByRole("textbox", { name: "Your remark" })).toHaveValue("Every night");
});

it("in a memory that was deleted elsewhere nothing is marked, which is said", async () => {
  error();
  const { container, user } = await open([], { refuse: [404, "Memory not found"] });
  await select("left blank", container.querySelector("[data-leaf='1'][dir]") as Element);
  await user.click(within(await bar()).getByRole("button", { name: "Mark in amber" }));
  expect(await screen.findByText(/This memory was deleted meanwhile/)).toBeVisible();
  expect(shown(container)).toEqual([]);
});

it("a mark that was removed elsewhere can't be changed, which is said, and it leaves the page", async () => {
  error();
  const { container, user } = await open([LIT], { refuse: [404, "Highlight not found"] });
  await user.click(screen.getByText("The lamp", { selector: "mark" }));
  await user.click(within(await bar()).getByRole("button", { name: "Turn rose" }));
  expect(await screen.findByText("This mark was removed meanwhile.")).toBeVisible();
  await waitFor(() => expect(shown(container)).toEqual([]));
});

it("hundreds of marks over each other are drawn, the shortest on top, and none is lost", async () => {
  const many = Array.from({ length: 400 }, (_, index) =>
    aHighlight({
      id: `n-${index}`,
      color: (["amber", "sage", "sky", "rose"] as const)[index % 4] ?? "amber",
      start: { leaf: 0, offset: index % 10 },
      end: { leaf: 1, offset: 1 + (index % 20) },
    }),
  );
  const { container } = await open([]).then((view) => {
    view.state.marks = many;
    act(() => tellHighlighted("m-1"));
    return view;
  });
  await waitFor(() => expect(shown(container).length).toBeGreaterThan(20));
  expect(container.querySelector("[data-leaf='0'][dir]")).toHaveTextContent("The lamp was lit at sunset.");
  const names = new Set(
    [...container.querySelectorAll("mark.hl")].flatMap((mark) => mark.getAttribute("data-marks")?.split(" ") ?? []),
  );
  expect(names.size).toBe(400);
  const last = [...container.querySelectorAll("[data-leaf='1'] mark.hl")].at(-1);
  expect(
    last
      ?.getAttribute("data-marks")
      ?.split(" ")
      .every((name) => Number(name.slice(2)) % 20 === 19),
  ).toBe(true);
});
