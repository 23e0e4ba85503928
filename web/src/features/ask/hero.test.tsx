import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { createRef } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { answered } from "@/test/answer";
import { EventStream } from "@/test/event-stream";
import { stubLayout } from "@/test/layout";
import { aMemory } from "@/test/memory";
import { answerQuestions } from "@/test/questions";
import { server } from "@/test/server";
import { FirstAnswer } from "./first-answer";
import { type AnsweredProps, type AskHandle, Hero } from "./hero";
import type { Found } from "./model";
import type { AnswerSlots } from "./slots";

const SEARCH = "/api/v1/vector-search";

beforeEach(() => {
  stubLayout();
  onOpenMemory.mockReset();
  onSave.mockClear();
  onKeep.mockClear();
});

const PAPER = aMemory({ type: "document", title: "Sleep.pdf", link: "/api/files/1?signature=x" });
const NOTE = aMemory({ type: "note", title: "", description: "Slept four hours.", link: "" });

const FOUND: Found = {
  content: [PAPER, NOTE],
  ...answered("**Sleep decides** what is kept [1], and so say you [2]."),
  kind: "answered",
  answered: true,
  citations: [
    {
      n: 1,
      memoryId: PAPER._id,
      quote: "What was replayed remained.",
      place: "page 4",
      passage: 1,
      span: [0, 27],
      page: 4,
    },
    { n: 2, memoryId: NOTE._id, quote: "Slept four hours.", place: "", passage: 0 },
  ],
};

const onOpenMemory = vi.fn();
const onSave = vi.fn(async (_: string) => true);

const onKeep = vi.fn(async (_: unknown) => true);

const SLOTS: AnswerSlots = { renderMemory: (memory) => <p>Card of {memory._id}</p>, onOpenMemory, onSave, onKeep };

const answers = {
  Answered: (props: AnsweredProps) => <FirstAnswer {...props} slots={SLOTS} />,
  loadAnswered: async () => {},
};

/** The hero before a server that gives each question its answer, later ones when told. */
function hero(answerTo: (query: string) => Response | Promise<Response> = () => HttpResponse.json(FOUND)) {
  const asked = answerQuestions(({ query }) => answerTo(query));
  const ask = createRef<AskHandle>();
  const { unmount } = render(<Hero ref={ask} name="Maya" line="48 memories." memories={[]} {...answers} />);
  return { asked, unmount, onOpenMemory, ask: () => ask.current as AskHandle, user: userEvent.setup() };
}

/** An answer that the test controls. */
function held() {
  let give: (response: Response) => void = () => {};
  const promise = new Promise<Response>((resolve) => {
    give = resolve;
  });
  return { promise, give: (response: Response) => give(response) };
}

const box = () => screen.getByRole("textbox", { name: "Ask your memories" });
const submit = () => screen.getByRole("button", { name: /^Ask$|Searching|Answering/ });
const answerCard = () => screen.findByRole("article", { name: "Engram’s response" });

describe("the greeting", () => {
  it("HOME-08 calls the user by name", () => {
    hero();
    expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Good Evening Maya");
    expect(screen.getByText("48 memories.")).toBeVisible();
  });

  it.each([
    ["smoothly", false, "smooth"],
    ["at once under reduced motion", true, "instant"],
  ])("HOME-09 its link scrolls to the grid %s", async (_, matches, behavior) => {
    vi.stubGlobal("matchMedia", () => ({ matches }));
    const scroll = vi.spyOn(Element.prototype, "scrollIntoView");
    const { user } = hero();
    const shelf = document.createElement("section");
    shelf.id = "memories";
    document.body.append(shelf);
    await user.click(screen.getByRole("link", { name: "Scroll to View your Memories" }));
    expect(scroll).toHaveBeenCalledWith({ behavior });
    expect(scroll.mock.contexts).toEqual([shelf]);
    shelf.remove();
  });
});

describe("the welcome", () => {
  const isCompact = () => document.documentElement.hasAttribute("data-compact");
  beforeEach(() => {
    document.documentElement.removeAttribute("data-compact");
    localStorage.clear();
  });

  it("is remembered, and becomes compact when the page is scrolled", () => {
    hero();
    expect(localStorage.getItem("visited")).toBe("true");
    vi.stubGlobal("scrollY", 10);
    fireEvent.scroll(window);
    expect(isCompact()).toBe(false);
    vi.stubGlobal("scrollY", 100);
    fireEvent.scroll(window);
    expect(isCompact()).toBe(true);
  });

  it("ends when the user goes to another page, or down", async () => {
    hero().unmount();
    expect(isCompact()).toBe(true);
    document.documentElement.removeAttribute("data-compact");
    const { user } = hero();
    const shelf = document.body.appendChild(document.createElement("section"));
    shelf.id = "memories";
    await user.click(screen.getByRole("link", { name: "Scroll to View your Memories" }));
    expect(isCompact()).toBe(true);
    shelf.remove();
  });
});

describe("asking", () => {
  it("ASK-01 ASK-02 ASK-03 has a box of four rows and a category, and sends both", async () => {
    const { user, asked } = hero();
    expect(box()).toHaveAttribute("placeholder", "Ask your memories...");
    expect(box()).toHaveAttribute("rows", "4");
    await user.type(box(), "  What about sleep? ");
    await user.selectOptions(screen.getByRole("combobox", { name: "Where to look" }), "note");
    await user.click(submit());
    await answerCard();
    expect(asked).toEqual([{ query: "What about sleep?", type: "note" }]);
  });

  it("ASK-04 Enter submits, Shift+Enter adds a line", async () => {
    const { user, asked } = hero();
    await user.type(box(), "One{Shift>}{Enter}{/Shift}two");
    expect(box()).toHaveValue("One\ntwo");
    expect(asked).toEqual([]);
    await user.keyboard("{Enter}");
    await answerCard();
    expect(asked).toEqual([{ query: "One\ntwo", type: "all-memories" }]);
  });

  it("ASK-04 Enter that accepts an input method's word does not submit", async () => {
    const { user, asked } = hero();
    await user.type(box(), "ねむり");
    fireEvent.keyDown(box(), { key: "Enter", isComposing: true });
    fireEvent.keyDown(box(), { key: "Enter", keyCode: 229 });
    expect(submit()).toHaveTextContent("Ask");
    expect(asked).toEqual([]);
  });

  it("ASK-05 ASK-06 is busy meanwhile and ignores a second press", async () => {
    const answer = held();
    const { user, asked } = hero(() => answer.promise);
    await user.type(box(), "sleep{Enter}");
    expect(await screen.findByText("Searching through your memories...")).toBeVisible();
    expect(submit()).toBeDisabled();
    expect(submit()).toHaveTextContent("Searching");
    expect(submit().querySelector(".spin")).not.toBeNull();
    await user.type(box(), "{Enter}", { skipClick: true });
    answer.give(HttpResponse.json(FOUND));
    await answerCard();
    expect(asked).toHaveLength(1);
    expect(screen.queryByText("Searching through your memories...")).toBeNull();
  });

  it.each([
    ["the box, at a desk", false, () => box()],
    [
      "the page around it, under a finger, which would bring up a keyboard",
      true,
      () => screen.getByRole("region", { name: "Ask" }),
    ],
  ])("ASK-05 gives the focus to %s, which the busy button can't hold", async (_, coarse, target) => {
    vi.stubGlobal("matchMedia", () => ({ matches: coarse }));
    const answer = held();
    const { user } = hero(() => answer.promise);
    await user.type(box(), "sleep");
    await user.click(submit());
    expect(submit()).toBeDisabled();
    expect(target()).toHaveFocus();
    answer.give(HttpResponse.json(FOUND));
    await answerCard();
    expect(target()).toHaveFocus();
  });

  it.each(["", "   ", "{Shift>}{Enter}{/Shift}"])("ERR-08 a blank question (%j) makes no call", async (text) => {
    const { user, asked } = hero();
    if (text) await user.type(box(), text);
    await user.click(submit());
    expect(await screen.findByText("Please enter a search query")).toBeVisible();
    expect(asked).toEqual([]);
  });

  it("suggests a question about saved memories, and asks it", async () => {
    const asked = answerQuestions(() => HttpResponse.json(FOUND));
    render(<Hero name="Maya" line="" memories={[PAPER]} {...answers} />);
    await userEvent.click(await screen.findByRole("button", { name: "What is in “Sleep”?" }));
    await answerCard();
    expect(box()).toHaveValue("What is in “Sleep”?");
    expect(box()).toHaveFocus();
    expect(asked).toEqual([{ query: "What is in “Sleep”?", type: "all-memories" }]);
  });
});

describe("failing", () => {
  it.each([
    [
      "the server's message",
      () => HttpResponse.json({ message: "No searches left" }, { status: 429 }),
      "No searches left",
    ],
    ["its own words without one", () => new HttpResponse("", { status: 502 }), "An error occurred during search"],
  ])("ASK-07 ERR-09 shows %s in a red box", async (_, answer, words) => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const { user } = hero(answer);
    await user.type(box(), "sleep{Enter}");
    const message = await screen.findByText(words);
    expect(message).toHaveClass("banner-bad");
    expect(message.closest('[role="alert"]')).not.toBeNull();
    expect(submit()).toBeEnabled();
  });

  it("ERR-10 without a response the error is unexpected", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const { user } = hero(() => HttpResponse.error());
    await user.type(box(), "sleep{Enter}");
    expect(await screen.findByText("An unexpected error occurred")).toBeVisible();
  });
});

describe("the answer", () => {
  it("ASK-08 ASK-09 is titled, formatted and dated on a 12-hour clock", async () => {
    const { user } = hero();
    await user.type(box(), "sleep{Enter}");
    const card = await answerCard();
    expect((await within(card).findByText("Sleep decides")).tagName).toBe("STRONG");
    expect(within(card).getByText(/^\d{1,2}:\d\d [AP]M$/)).toBeVisible();
  });

  it("ASK-14 lists its sources, and a citation highlights its source", async () => {
    const { user } = hero();
    await user.type(box(), "sleep{Enter}");
    const card = await answerCard();
    const [first, second] = within(card).getAllByRole("listitem");
    expect(first).toHaveTextContent("Sleep.pdf");
    expect(first).toHaveTextContent("page 4");
    expect(first).toHaveTextContent("What was replayed remained.");
    const source = within(first as HTMLElement).getByRole("link", { name: /Sleep\.pdf/ });
    expect(source).toHaveAttribute("href", "/api/files/1?signature=x#page=4");
    expect(source).toHaveAttribute("target", "_blank");
    expect(second).toHaveTextContent("Your note");
    expect(first).toHaveClass("on");
    await user.hover(await within(card).findByRole("button", { name: "Source 2" }));
    expect(second).toHaveClass("on");
    expect(first).not.toHaveClass("on");
  });

  it.each([
    ["its mark", "Source 2"],
    ["its source", "Your note"],
  ])("ASK-14 opens a memory at what was quoted of it by %s", async (_, name) => {
    const { user, onOpenMemory } = hero();
    await user.type(box(), " sleep {Enter}");
    const card = await answerCard();
    const lead = await within(card).findByRole("button", { name });
    act(() => lead.focus());
    expect(within(card).getAllByRole("listitem")[1]).toHaveClass("on");
    await user.keyboard("{Enter}");
    expect(onOpenMemory).toHaveBeenCalledExactlyOnceWith(NOTE._id, {
      question: "sleep",
      citations: [{ n: 2, quote: "Slept four hours.", place: "", passage: 0 }],
      shown: 0,
    });
  });

  it("ASK-14 lists a memory once, with each of its quotes to open", async () => {
    const citations = [
      { n: 1, memoryId: PAPER._id, quote: "What was replayed remained.", place: "page 4" },
      { n: 1, memoryId: PAPER._id, quote: "Under an hour you rest.", place: "page 9" },
    ];
    const { user, onOpenMemory } = hero(() => HttpResponse.json({ ...FOUND, ...answered("So [1]."), citations }));
    await user.type(box(), "sleep{Enter}");
    const card = await answerCard();
    const quote = await within(card).findByRole("button", { name: "Under an hour you rest. page 9" });
    expect(within(card).getAllByRole("button", { name: "Sleep.pdf" })).toHaveLength(1);
    await user.click(quote);
    expect(onOpenMemory).toHaveBeenLastCalledWith(PAPER._id, expect.objectContaining({ shown: 1 }));
    await user.click(within(card).getByRole("button", { name: "Sleep.pdf" }));
    expect(onOpenMemory).toHaveBeenLastCalledWith(PAPER._id, expect.objectContaining({ shown: 0 }));
  });

  it("highlights an only source when it is pointed at, not before", async () => {
    const { user } = hero(() =>
      HttpResponse.json({ ...FOUND, ...answered("So [1]."), citations: FOUND.citations.slice(0, 1) }),
    );
    await user.type(box(), "sleep{Enter}");
    const card = await answerCard();
    const mark = await within(card).findByRole("button", { name: "Source 1" });
    expect([mark, within(card).getByRole("listitem")].filter(({ classList }) => classList.contains("on"))).toEqual([]);
    await user.hover(mark);
    expect(within(card).getByRole("listitem")).toHaveClass("on");
  });

  it.each([
    ["So [1]. It is blue [?].", 1],
    ["So [1].", 0],
  ])("of %j by a model says in words what its mark means, %i times", async (answer, times) => {
    const { user } = hero(() => HttpResponse.json({ ...FOUND, ...answered(answer), model: "a-model" }));
    await user.type(box(), "sleep{Enter}");
    const card = await answerCard();
    await within(card).findByRole("button", { name: "Source 1" });
    expect(within(card).queryAllByText("Not found in what you saved")).toHaveLength(times);
  });

  it("ASK-10 ASK-11 ASK-12 shows only the first related memory beside it, in a panel that closes", async () => {
    const { user } = hero();
    await user.type(box(), "sleep{Enter}");
    await answerCard();
    const related = screen.getByRole("region", { name: "Related content" });
    const card = within(related).getByText(`Card of ${PAPER._id}`);
    expect(card).toBeVisible();
    expect(screen.queryByText(`Card of ${NOTE._id}`)).toBeNull();
    const toggle = within(related).getByText("Show related content");
    await user.click(toggle);
    expect(card).not.toBeVisible();
    await user.click(toggle);
    expect(card).toBeVisible();
  });

  it.each([
    ["the closest that answers", "answered", FOUND.answer, "The closest of 2 related memories."],
    [
      "the newest that is listed",
      "listing",
      "You saved 2 memories:\n\n- Sleep.pdf [1]\n- Slept four hours. [2]",
      "The newest of them.",
    ],
  ])("shows beside it %s", async (_, kind, answer, note) => {
    const citations = FOUND.citations.map((citation) => ({ ...citation, quote: "" }));
    const { user } = hero(() => HttpResponse.json({ ...FOUND, ...answered(answer), kind, citations }));
    await user.type(box(), "What did I save?{Enter}");
    const related = await screen.findByRole("region", { name: "Related content" });
    expect(within(related).getByText(note)).toBeVisible();
  });

  it("ASK-15 says plainly that nothing answers", async () => {
    const { user } = hero(() =>
      HttpResponse.json({
        content: [],
        ...answered("Your memories hold no answer to this."),
        answered: false,
        degree: "nothing",
        citations: [],
      }),
    );
    await user.type(box(), "sleep{Enter}");
    const card = await screen.findByRole("article", { name: "Engram’s response: no answer found" });
    expect(await within(card).findByText("Your memories hold no answer to this.")).toBeVisible();
    expect(within(card).queryByRole("button", { name: "Copy" })).toBeNull();
    expect(screen.queryByText("Where this comes from")).toBeNull();
    expect(screen.queryByRole("region", { name: "Related content" })).toBeNull();
    expect(screen.getByText("No answer was found.")).toBeInTheDocument();
  });

  it("ASK-13 disappears when the user types on, as do an error and the related memory", async () => {
    const { user } = hero();
    await user.click(submit());
    expect(await screen.findByText("Please enter a search query")).toBeVisible();
    await user.type(box(), "sleep");
    expect(screen.queryByText("Please enter a search query")).toBeNull();
    await user.keyboard("{Enter}");
    await answerCard();
    await user.type(box(), "?");
    expect(screen.queryByRole("article")).toBeNull();
    expect(screen.queryByRole("region", { name: "Related content" })).toBeNull();
  });

  it("of an older question is dropped when it arrives late", async () => {
    const slow = held();
    const { user } = hero((query) => (query === "old" ? slow.promise : HttpResponse.json(FOUND)));
    await user.type(box(), "old{Enter}");
    await screen.findByText("Searching through your memories...");
    await user.type(box(), "er");
    expect(screen.queryByText("Searching through your memories...")).toBeNull();
    await user.keyboard("{Enter}");
    const card = await answerCard();
    slow.give(HttpResponse.json({ ...FOUND, ...answered("Too late"), citations: [] }));
    await waitFor(() => expect(within(card).getByText("Sleep decides")).toBeVisible());
    expect(screen.queryByText("Too late")).toBeNull();
  });
});

/** The hero before a server that answers each question piece by piece, as the test says. */
function streamed() {
  const streams: EventStream[] = [];
  const set = hero();
  server.use(
    http.post(SEARCH, ({ request }) => {
      const stream = new EventStream(request, "");
      streams.push(stream);
      return stream.response;
    }),
  );
  const stream = async (index = 0) => {
    await waitFor(() => expect(streams.length).toBeGreaterThan(index));
    return streams[index] as EventStream;
  };
  return { ...set, streams, stream };
}

const { content, citations } = FOUND;

describe("a streamed answer", () => {
  it("ASK-05 shows the memories found, then the text as it arrives, then its sources", async () => {
    const { user, stream } = streamed();
    await user.type(box(), "sleep{Enter}");
    const server = await stream();
    server.tell("related", { content });
    const card = await answerCard();
    expect(screen.getByText(`Card of ${PAPER._id}`)).toBeVisible();
    expect(card).toHaveAttribute("aria-busy", "true");
    expect(submit()).toBeDisabled();
    server.tell("delta", { text: "Sleep " });
    server.tell("delta", { text: "decides" });
    expect(await within(card).findByText("Sleep decides")).toBeVisible();
    expect(screen.queryByText("Where this comes from")).toBeNull();
    server.tell("delta", { text: " what is left [1]." });
    server.tell("citations", { citations, answered: true });
    server.tell("done", FOUND);
    server.end();
    expect(await within(card).findByText("Where this comes from")).toBeVisible();
    expect(card).toHaveTextContent("Sleep decides what is kept1, and so say you2.");
    expect(card).toHaveAttribute("aria-busy", "false");
    expect(submit()).toBeEnabled();
    expect(screen.getByText("The answer is here.")).toBeInTheDocument();
  });

  it("ASK-06 keeps the skeleton until memories are found", async () => {
    const { user, stream } = streamed();
    await user.type(box(), "sleep{Enter}");
    const server = await stream();
    server.tell("related", { content: [] });
    await act(() => new Promise((done) => setTimeout(done, 60)));
    expect(screen.getByText("Searching through your memories...")).toBeVisible();
    server.tell("delta", { text: "No." });
    expect(await answerCard()).toHaveTextContent("No.");
  });

  it("stays when it breaks off, says so, and can be asked again", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const { user, stream } = streamed();
    await user.type(box(), "sleep{Enter}");
    const first = await stream();
    first.tell("delta", { text: "Sleep decides" });
    const card = await answerCard();
    await within(card).findByText("Sleep decides");
    first.end();
    expect(await screen.findByText("The answer was cut off here. What has come of it stays.")).toBeVisible();
    expect(within(card).getByText("Sleep decides")).toBeVisible();
    expect(box()).toHaveValue("sleep");
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(box()).toHaveFocus();
    const second = await stream(1);
    expect(screen.queryByText(/cut off/)).toBeNull();
    second.tell("done", FOUND);
    expect(await screen.findByText("Where this comes from")).toBeVisible();
  });

  it("ERR-09 shows the server's reason for breaking off", async () => {
    const { user, stream } = streamed();
    await user.type(box(), "sleep{Enter}");
    const server = await stream();
    server.tell("delta", { text: "Sleep" });
    await answerCard();
    server.tell("error", { message: "The model is gone", status: 503 });
    expect(await screen.findByText("The answer was cut off here. The model is gone")).toBeVisible();
  });

  it("ASK-07 ERR-09 without any text it is an ordinary error", async () => {
    const { user, stream } = streamed();
    await user.type(box(), "sleep{Enter}");
    (await stream()).tell("error", { message: "The model is gone", status: 503 });
    expect(await screen.findByText("The model is gone")).toHaveClass("banner-bad");
    expect(screen.queryByRole("article")).toBeNull();
  });

  it("ASK-13 is cancelled when the user types on", async () => {
    const { user, stream } = streamed();
    await user.type(box(), "sleep{Enter}");
    const server = await stream();
    server.tell("delta", { text: "Sleep decides" });
    await answerCard();
    await user.type(box(), "?");
    expect(screen.queryByRole("article")).toBeNull();
    expect(server.closed).toBe(true);
  });
});

describe("asking from elsewhere on the page", () => {
  it("focuses the box", () => {
    const { ask } = hero();
    act(() => ask().focus());
    expect(box()).toHaveFocus();
  });

  it("puts a question into the box, asks it, and scrolls to it", async () => {
    const scroll = vi.spyOn(Element.prototype, "scrollIntoView");
    const { ask, asked } = hero();
    act(() => ask().ask("What about sleep?"));
    await answerCard();
    expect(box()).toHaveValue("What about sleep?");
    expect(box()).toHaveFocus();
    expect(asked).toEqual([{ query: "What about sleep?", type: "all-memories" }]);
    expect(scroll.mock.contexts).toContain(screen.getByRole("region", { name: "Ask" }));
  });
});

describe("a question replaced by another one", () => {
  const back = () => screen.queryByRole("button", { name: /^Put back/ });

  it("is offered again, also after a reload", async () => {
    const { ask, user, unmount } = hero();
    await user.type(box(), "Half a thought about");
    act(() => ask().ask("sleep"));
    await answerCard();
    expect(box()).toHaveValue("sleep");
    unmount();
    hero();
    expect(back()).toHaveTextContent("Put back “Half a thought about”");
    await user.click(back() as HTMLElement);
    expect(box()).toHaveValue("Half a thought about");
    expect(box()).toHaveFocus();
    expect(back()).toBeNull();
  });

  it.each([
    ["when nothing was typed", "  "],
    ["when it is the same", "sleep"],
  ])("is not offered %s", async (_, typed) => {
    const { ask, user } = hero();
    await user.type(box(), typed);
    act(() => ask().ask("sleep"));
    await answerCard();
    expect(back()).toBeNull();
  });

  it("is not offered if it was answered", async () => {
    const { ask, user } = hero();
    await user.type(box(), "waking{Enter}");
    await answerCard();
    act(() => ask().ask("sleep"));
    await answerCard();
    expect(back()).toBeNull();
  });
});

describe("filters of the question's words", () => {
  it("are shown above the answer", async () => {
    const { user } = hero(() =>
      HttpResponse.json({ ...FOUND, filters: { type: "document", saved: "in March", words: ["pdf", "in March"] } }),
    );
    await user.type(box(), "the pdf from March{Enter}");
    await answerCard();
    expect(screen.getByText("Looked in: Documents · saved in March")).toBeVisible();
  });

  it("are shown as they were typed", async () => {
    const { user } = hero(() => HttpResponse.json({ ...FOUND, filters: { words: [], filter: "tag:work -is:read" } }));
    await user.type(box(), "sleep tag:work -is:read{Enter}");
    await answerCard();
    expect(screen.getByText(/Looked in: .*tag:work -is:read$/)).toBeVisible();
  });

  it("are not shown if there are none", async () => {
    const { user } = hero();
    await user.type(box(), "sleep{Enter}");
    await answerCard();
    expect(screen.queryByText(/Looked in/)).toBeNull();
  });
});

describe("a typed question", () => {
  it("is restored after a reload, with its category, until it is answered", async () => {
    const first = hero();
    await first.user.type(box(), "sleep");
    await first.user.selectOptions(screen.getByRole("combobox"), "note");
    first.unmount();
    const second = hero();
    expect(box()).toHaveValue("sleep");
    expect(screen.getByRole("combobox")).toHaveValue("note");
    await second.user.click(submit());
    await answerCard();
    expect(box()).toHaveValue("sleep");
    second.unmount();
    hero();
    expect(box()).toHaveValue("");
    expect(screen.getByRole("combobox")).toHaveValue("all-memories");
  });

  it("stays when the search fails", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const { user, unmount } = hero(() => HttpResponse.error());
    await user.type(box(), "sleep{Enter}");
    expect(await screen.findByText("An unexpected error occurred")).toBeVisible();
    unmount();
    hero();
    expect(box()).toHaveValue("sleep");
  });
});

describe("the words of a source", () => {
  it("are kept as a mark, once", async () => {
    const { user } = hero();
    await user.type(box(), "What is kept?{Enter}");
    const keep = await screen.findByRole("button", { name: "Keep as a mark: What was replayed remained." });
    await user.dblClick(keep);
    expect(onKeep).toHaveBeenCalledExactlyOnceWith(FOUND.citations[0]);
    const kept = screen.getByRole("button", { name: "Kept as a mark: What was replayed remained." });
    expect(kept).toHaveAttribute("aria-disabled", "true");
  });

  it("can be kept after that failed", async () => {
    onKeep.mockResolvedValueOnce(false);
    const { user } = hero();
    await user.type(box(), "What is kept?{Enter}");
    await user.click(await screen.findByRole("button", { name: "Keep as a mark: Slept four hours." }));
    await user.click(await screen.findByRole("button", { name: "Keep as a mark: Slept four hours." }));
    expect(onKeep).toHaveBeenCalledTimes(2);
    expect(screen.getByRole("button", { name: "Kept as a mark: Slept four hours." })).toBeVisible();
  });
});
