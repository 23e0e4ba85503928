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
function Opened({ hash }: { hash: string }) {
  const [text, setText] = useState<HTMLElement | null>(null);
  const [pages, setPages] = useState<HTMLElement | null>(null);
  const [end, setEnd] = useState<HTMLElement | null>(null);
  const [aside, setAside] = useState<HTMLElement | null>(null);
  const [marks, setMarks] = useState<readonly Stretch[]>([]);
  const [after, setAfter] = useState<{ draw: After | undefined }>();
  const [onAfter] = useState(() => (draw: After | undefined) => setAfter({ draw }));
  return (
    <div className="reader">
      <h1 tabIndex={-1}>The log</h1>
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
          hash={hash}
          onAsk={onAsk}
        />
      )}
    </div>
  );
}

type Server = { refuse?: [status: number, message: string]; hash?: string; away?: boolean };

/** Stubs a server that has these marks of the memory; `refuse` is what it says to every change. */
async function open(marks: Highlight[] = [], { refuse, hash = "", away = false }: Server = {}) {
  const state = { marks, made: 0, reads: 0, hold: Promise.resolve(), away };
  const refused = () => {
    const [status, message] = refuse ?? [500, ""];
    return HttpResponse.json({ message }, { status });
  };
  server.use(
    http.get("/api/v1/content/:id/highlights", () => {
      state.reads += 1;
      if (state.away) return HttpResponse.json({}, { status: 503 });
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
      await state.hold;
      if (refuse) return refused();
      const change = (await request.json()) as Partial<Highlight>;
      state.marks = state.marks.map((one) => (one.id === params.id ? { ...one, ...change } : one));
      return HttpResponse.json({ highlight: state.marks.find(({ id }) => id === params.id) });
    }),
    http.delete("/api/v1/highlights/:id", () => HttpResponse.json({ message: "Deleted" })),
  );
  const view = render(
    <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0, shouldRetryOnError: false }}>
      <Opened hash={hash} />
      <Toasts theme="dark" />
    </SWRConfig>,
  );
  await waitFor(() => expect(state.reads).toBe(1));
  const placed = away ? [] : marks.filter((one) => !one.orphaned);
  await waitFor(() => expect(shown(view.container)).toHaveLength(placed.length));
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

const remarkOf = async (user: Awaited<ReturnType<typeof open>>["user"], words: string) => {
  await user.click(screen.getByText(words, { selector: "mark" }));
  await user.click(within(await bar()).getByRole("button", { name: /(Write a|Change the) remark/ }));
};
const field = () => screen.getByRole("textbox", { name: "Your remark" });
const saved = (state: { marks: Highlight[] }) => state.marks.map(({ id, remark }) => [id, remark]);

it("each mark has a form of its own: a remark is never saved on another mark, and what was typed waits", async () => {
  const { state, user } = await open([{ ...LIT, remark: "Each night" }, MISSED]);
  await user.click(await screen.findByRole("button", { name: /Each night/ }));
  await user.type(field(), " at six");
  await user.click(screen.getByRole("button", { name: /Tell Ann/ }));
  expect(field()).toHaveValue("Tell Ann");
  await user.type(field(), " and Bo");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() =>
    expect(saved(state)).toEqual([
      ["lit", "Each night"],
      ["missed", "Tell Ann and Bo"],
    ]),
  );
  await user.click(screen.getByRole("button", { name: /Each night/ }));
  expect(field()).toHaveValue("Each night at six");
});

it("a remark that is kept late does not close what was chosen meanwhile", async () => {
  const { state, user } = await open([LIT, MISSED]);
  let arrive = () => {};
  state.hold = new Promise((resolve) => {
    arrive = resolve;
  });
  await remarkOf(user, "The lamp");
  await user.type(field(), "Every night");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await user.click(screen.getByRole("button", { name: /Tell Ann/ }));
  await user.type(field(), " now");
  arrive();
  await waitFor(() => expect(saved(state)[0]).toEqual(["lit", "Every night"]));
  await act(() => moment(50));
  expect(field()).toHaveValue("Tell Ann now");
});

it("the form of a new mark stays when the server has given it its name", async () => {
  const { container, state, user } = await open();
  let arrive = () => {};
  state.hold = new Promise((resolve) => {
    arrive = resolve;
  });
  await select("left blank", container.querySelector("[data-leaf='1'][dir]") as Element);
  await user.click(within(await bar()).getByRole("button", { name: "Write a remark" }));
  const before = field();
  await user.type(before, "So");
  arrive();
  await waitFor(() => expect(state.marks).toHaveLength(1));
  await user.type(field(), " true");
  expect(field()).toBe(before);
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(saved(state)).toEqual([["made-1", "So true"]]));
});

it.each([
  ["removed elsewhere", [] as Highlight[], "This mark was removed meanwhile."],
  ["no longer in the text", [{ ...LIT, orphaned: true }], "The words of this mark are no longer in the text."],
])("after a chosen mark that is %s, which is said, words can be selected again", async (_, marks, words) => {
  const { container, state, user } = await open([LIT]);
  await user.click(screen.getByText("The lamp", { selector: "mark" }));
  await bar();
  state.marks = marks;
  act(() => tellHighlighted("m-1"));
  await waitFor(() => expect(screen.queryByRole("toolbar")).toBeNull());
  expect(await screen.findByText(words)).toBeVisible();
  await select("left blank", container.querySelector("[data-leaf='1'][dir]") as Element);
  await user.click(within(await bar()).getByRole("button", { name: "Mark in rose" }));
  expect(shown(container)).toEqual([["left blank", "rose"]]);
});

it("a remark on a new mark that the server refuses is kept for its words, and these can be selected again", async () => {
  error();
  const { container, state, user } = await open([], { refuse: [503, "Not now."] });
  let arrive = () => {};
  state.hold = new Promise((resolve) => {
    arrive = resolve;
  });
  const text = container.querySelector("[data-leaf='1'][dir]") as Element;
  await select("left blank", text);
  await user.click(within(await bar()).getByRole("button", { name: "Write a remark" }));
  await user.type(field(), "So true");
  arrive();
  expect(await screen.findByText(/What you wrote is kept: mark its words again/)).toBeVisible();
  await waitFor(() => expect(shown(container)).toEqual([]));
  state.hold = new Promise(() => {});
  await select("left blank", text);
  await user.click(within(await bar()).getByRole("button", { name: "Write a remark" }));
  expect(field()).toHaveValue("So true");
});

it("a remark whose words left the text while it was written can still be saved", async () => {
  const { state, user } = await open([LIT]);
  await remarkOf(user, "The lamp");
  await user.type(field(), "Every night");
  state.marks = [{ ...LIT, orphaned: true }];
  act(() => tellHighlighted("m-1"));
  expect(await screen.findByText(/can still be saved with it/)).toBeVisible();
  expect(field()).toHaveValue("Every night");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(saved(state)).toEqual([["lit", "Every night"]]));
  await waitFor(() => expect(screen.queryByRole("textbox")).toBeNull());
});

it("words that are selected while a mark is chosen are what the bar belongs to", async () => {
  const { container, user } = await open([LIT]);
  await user.click(screen.getByText("The lamp", { selector: "mark" }));
  await bar();
  const text = container.querySelector("[data-leaf='1'][dir]") as HTMLElement;
  await select("left blank", text);
  act(() => void text.dispatchEvent(new MouseEvent("click", { bubbles: true })));
  expect(document.getSelection()?.toString()).toBe("left blank");
  expect(await screen.findByRole("toolbar", { name: "What to do with this passage" })).toBeVisible();
});

it("a colour counts as pressed of a mark alone, and what is said twice is read out twice", async () => {
  const { container, user } = await open([LIT]);
  await select("An hour", container.querySelector("[data-leaf='1'][dir]") as Element);
  expect(within(await bar()).queryByRole("button", { pressed: true })).toBeNull();
  await user.click(within(await bar()).getByRole("button", { name: "Mark in rose" }));
  const said = screen.getByText("Marked in rose.");
  await select("left blank", container.querySelector("[data-leaf='1'][dir]") as Element);
  await user.click(within(await bar()).getByRole("button", { name: "Mark in rose" }));
  expect(screen.getByText("Marked in rose.")).not.toBe(said);
  await user.click(screen.getByText("The lamp", { selector: "mark" }));
  expect(within(await bar()).getByRole("button", { name: "Turn sage" })).toHaveAttribute("aria-pressed", "true");
});

it("marks that could not be read are not taken for none, and are read again", async () => {
  error();
  const { container, state, user } = await open([LIT], { away: true });
  expect(await screen.findByText("Your marks could not be read just now.")).toBeVisible();
  expect(screen.queryByText("Select words to mark them.")).toBeNull();
  state.away = false;
  await user.click(screen.getByRole("button", { name: "Retry" }));
  await waitFor(() => expect(shown(container)).toEqual([["The lamp", "sage"]]));
  expect(screen.queryByText("Your marks could not be read just now.")).toBeNull();
});

it.each([
  ["orphaned", [{ ...LIT, orphaned: true }], "#mark-lit", "The words of this mark are no longer in the text."],
  ["removed", [MISSED], "#mark-lit", "This mark was removed."],
])("the link of a mark that is %s says so", async (name, marks, hash, words) => {
  await open(marks, { hash });
  expect(await screen.findByText(words)).toBeVisible();
  if (name === "orphaned") expect(screen.getByText("The lamp").closest("li")).toHaveFocus();
});

it("a link of no mark at all is left alone", async () => {
  const { container } = await open([LIT], { hash: "#mark-%" });
  expect(shown(container)).toEqual([["The lamp", "sage"]]);
});

it("what is removed of the words that are gone hands the focus on", async () => {
  const gone = [LIT, MISSED].map((mark) => ({ ...mark, orphaned: true }));
  const { user } = await open(gone);
  const buttons = await screen.findAllByRole("button", { name: "Remove the mark" });
  await user.click(buttons[0] as HTMLElement);
  expect(screen.getByRole("button", { name: "Remove the mark" })).toHaveFocus();
  await user.click(screen.getByRole("button", { name: "Remove the mark" }));
  expect(screen.getByRole("heading", { level: 1 })).toHaveFocus();
});
