import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { answered, paragraph } from "@/test/answer";
import { EventStream } from "@/test/event-stream";
import { stubLayout } from "@/test/layout";
import { aMemory } from "@/test/memory";
import { type AnswerTo, answerQuestions } from "@/test/questions";
import { Toasts } from "@/ui/toasts";
import { Conversation, type KeptTurn } from "./conversation";
import type { AnswerSlots } from "./slots";

const NOTE = aMemory({ type: "note", title: "Ferry", link: "" });
const onSave = vi.fn(async (_: string) => true);
const slots: AnswerSlots = {
  renderMemory: ({ _id }) => <p>Card of {_id}</p>,
  onOpenMemory: vi.fn(),
  onSave,
  onKeep: async () => true,
};

const TURN: KeptTurn = {
  question: "When does the ferry leave?",
  type: "note",
  ...answered("At seven [1]."),
  kind: "answered",
  answered: true,
  citations: [{ n: 1, memoryId: NOTE._id, quote: "The ferry leaves at seven.", place: "", passage: 0 }],
  content: [NOTE],
  askedAt: "2026-11-20T08:12:00Z",
  withdrawn: false,
};

const CLOSEST = [{ text: "The ferry leaves " }, { text: "at seven", lit: true }, { text: ". " }, { cite: 1 }];

beforeEach(() => {
  stubLayout();
  vi.mocked(slots.onOpenMemory).mockReset();
  onSave.mockReset().mockResolvedValue(true);
});

function conversation(answerTo: AnswerTo, turns: KeptTurn[] = [TURN], { alone = false, gone = false } = {}) {
  const asked = answerQuestions(answerTo);
  const view = (turns: KeptTurn[]) => (
    <>
      <Conversation id="c-1" alone={alone} gone={gone} title={TURN.question} turns={turns} slots={slots} />
      <Toasts theme="dark" />
    </>
  );
  const { rerender, unmount } = render(view(turns));
  let leave = unmount;
  const again = () => {
    leave();
    leave = render(view(turns)).unmount;
  };
  return { asked, user: userEvent.setup(), again, reread: (turns: KeptTurn[]) => rerender(view(turns)) };
}

const found = (answer: string, part = {}) =>
  HttpResponse.json({
    content: [NOTE],
    ...answered(answer),
    kind: "answered",
    answered: true,
    citations: [],
    conversation: "c-1",
    ...part,
  });
const field = () => screen.getByRole("textbox", { name: "Ask a follow-up" });
const questions = () => screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);

describe("a follow-up", () => {
  it("is asked in its conversation with its filter, is shown last, and says how it was understood", async () => {
    const { user, asked } = conversation(() => found("At nine.", { asked: "When does it leave on Sundays?" }));
    const panels = () => screen.getAllByRole("article", { name: "Engram’s response" });
    expect(panels()[0]).toContainElement(field());
    await user.type(field(), "And on Sundays?{Enter}");
    expect(await screen.findByText("At nine.")).toBeVisible();
    expect(asked).toEqual([{ query: "And on Sundays?", type: "note", conversation: "c-1" }]);
    expect(screen.getByText("When does it leave on Sundays?").parentElement).toHaveTextContent("Read as:");
    expect(questions()).toEqual([TURN.question, "Engram’s response", "And on Sundays?", "Engram’s response"]);
    expect(panels()).toHaveLength(2);
    expect(panels()[1]).toContainElement(field());
    expect(field()).toHaveValue("");
    expect(field()).toHaveFocus();
    expect(screen.getByText("The answer is here.")).toBeInTheDocument();
  });

  it("about one memory says on every turn that only it was searched", async () => {
    const { user } = conversation(() => found("At nine.", { contentId: NOTE._id }), [TURN], { alone: true });
    expect(screen.getAllByText("Looked in: this memory alone")).toHaveLength(1);
    await user.type(field(), "And on Sundays?{Enter}");
    await waitFor(() => expect(screen.getAllByText("Looked in: this memory alone")).toHaveLength(2));
    expect(screen.queryByText("Looked in: Notes")).toBeNull();
  });

  it("waits for the one before; Shift+Enter adds a line", async () => {
    const { user, asked } = conversation((_, request) => new EventStream(request, "").response);
    await user.type(field(), "One{Shift>}{Enter}{/Shift}two{Enter}");
    expect(await screen.findByText("Searching through your memories...")).toBeVisible();
    await user.type(field(), "More{Enter}");
    await waitFor(() => expect(asked.map(({ query }) => query)).toEqual(["One\ntwo"]));
    expect(field()).toHaveValue("More");
    expect(screen.getByRole("button", { name: "Ask the follow-up" })).toHaveAttribute("aria-busy", "true");
  });

  it("that is refused is no turn, and is in the field again below the reason", async () => {
    const message = "This conversation is long enough. Please begin a new one.";
    const { user } = conversation(() => HttpResponse.json({ message }, { status: 400 }));
    await user.type(field(), "And back?{Enter}");
    expect(await screen.findByText(message)).toBeVisible();
    expect(field()).toHaveValue("And back?");
    expect(questions()).toEqual([TURN.question, "Engram’s response"]);
  });

  it("that is left before its answer is complete is in the field again", async () => {
    let stream: EventStream | undefined;
    const { user, again } = conversation((_, request) => {
      stream = new EventStream(request, "");
      return stream.response;
    });
    await user.type(field(), "And back?{Enter}");
    await waitFor(() => expect(stream).toBeDefined());
    stream?.tell("delta", { text: "At ni" });
    expect(await screen.findByText("At ni")).toBeVisible();
    expect(field()).toHaveValue("");
    again();
    expect(stream?.closed).toBe(true);
    expect(field()).toHaveValue("And back?");
    await user.type(field(), "!");
    again();
    expect(field()).toHaveValue("And back?!");
  });

  it("keeps what is typed when its conversation is left, and clears it once answered", async () => {
    let fail = () => {};
    const typed = new Promise<void>((resolve) => {
      fail = resolve;
    });
    const { user, again } = conversation(({ query }) =>
      query === "One?" ? found("Yes.") : typed.then(() => HttpResponse.error()),
    );
    await user.type(field(), "One?{Enter}");
    expect(await screen.findByText("Yes.")).toBeVisible();
    again();
    expect(field()).toHaveValue("");
    vi.spyOn(console, "error").mockImplementation(() => {});
    await user.type(field(), "Two?{Enter}Three?");
    fail();
    expect(await screen.findByText("An unexpected error occurred")).toBeVisible();
    expect(field()).toHaveValue("Three?");
    again();
    expect(field()).toHaveValue("Three?");
  });

  it("that is refused is not announced as answered", async () => {
    const { user } = conversation(() =>
      found("Nothing you saved answers this.", { answered: false, degree: "nothing" }),
    );
    await user.type(field(), "And back?{Enter}");
    expect(await screen.findByText("No answer was found.")).toBeInTheDocument();
    expect(screen.queryByText("The answer is here.")).toBeNull();
  });

  it("that is blank shows an error and makes no call", async () => {
    const { user, asked } = conversation(() => found("At nine."));
    await user.type(field(), "  {Enter}");
    expect(await screen.findByText("Please enter a search query")).toBeVisible();
    expect(asked).toEqual([]);
  });

  it("that breaks off is asked again in its place", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    let first = true;
    const { user } = conversation((_, request) => {
      if (!first) return found("At nine.");
      first = false;
      const stream = new EventStream(request, "");
      stream.tell("delta", { text: "At ni" });
      stream.end();
      return stream.response;
    });
    await user.type(field(), "And on Sundays?{Enter}");
    await user.click(await screen.findByRole("button", { name: "Try again" }));
    expect(await screen.findByText("At nine.")).toBeVisible();
    expect(screen.queryByText("At ni")).toBeNull();
    expect(questions().filter((text) => text === "And on Sundays?")).toHaveLength(1);
  });

  it("is not shown twice when the conversation is loaded again", async () => {
    const { user, reread } = conversation(() => found("At nine."));
    await user.type(field(), "And on Sundays?{Enter}");
    await screen.findByText("At nine.");
    reread([TURN, { ...TURN, question: "And on Sundays?", ...answered("At nine.") }]);
    expect(screen.getAllByText("At nine.")).toHaveLength(1);
  });
});

describe("a kept conversation", () => {
  it("asks again a question whose answer was withdrawn", async () => {
    const gone = { ...TURN, question: "Where?", ...answered(""), citations: [], content: [], withdrawn: true };
    const { user, asked } = conversation(() => found("At the pier."), [TURN, gone]);
    expect(screen.getByText("This answer quoted a memory that you have deleted since.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Ask again" }));
    expect(await screen.findByText("At the pier.")).toBeVisible();
    expect(asked).toEqual([{ query: "Where?", type: "note", conversation: "c-1" }]);
  });

  it("about a deleted memory takes no question, new or again", () => {
    const withdrawn = { ...TURN, ...answered(""), citations: [], content: [], withdrawn: true };
    conversation(() => found(""), [withdrawn, { ...TURN, question: "And on Sundays?" }], { alone: true, gone: true });
    expect(screen.getByText("This answer quoted a memory that you have deleted since.")).toBeVisible();
    expect(screen.getByText("And on Sundays?")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Ask again" })).toBeNull();
    expect(screen.queryByRole("textbox")).toBeNull();
  });

  it("asks again with the rewritten question, one question at a time", async () => {
    const gone = { ...TURN, question: "And there?", ...answered(""), citations: [], content: [], withdrawn: true };
    const turns = [TURN, { ...gone, asked: "Where is the ferry?" }, gone];
    const { user, asked } = conversation((_, request) => new EventStream(request, "").response, turns);
    const [first, second] = screen.getAllByRole("button", { name: "Ask again" });
    await user.click(first as HTMLElement);
    await waitFor(() => expect(asked.map(({ query }) => query)).toEqual(["Where is the ferry?"]));
    expect(second).toHaveAttribute("aria-busy", "true");
    await user.click(second as HTMLElement);
    expect(asked).toHaveLength(1);
  });

  it("names its filter, if it has one", async () => {
    const { user } = conversation(() => found("At nine."), [{ ...TURN, type: "all-memories" }, TURN]);
    expect(screen.getAllByText("Looked in: Notes")).toHaveLength(1);
    await user.type(field(), "And on Sundays?{Enter}");
    expect(await screen.findByText("At nine.")).toBeVisible();
    expect(screen.getAllByText("Looked in: Notes")).toHaveLength(2);
  });

  it("shows the filters of a kept turn's words, as when it was asked", () => {
    const filters = { type: "video", saved: "last week", words: ["video", "Last week"] } as const;
    conversation(
      () => found(""),
      [{ ...TURN, type: "all-memories", filters: { ...filters, words: [...filters.words] } }],
    );
    expect(screen.getByText("Looked in: Videos · saved last week")).toBeVisible();
  });

  it("ASK-15 names the nearest memories of a refusal once, and links to them", async () => {
    const answer = "Nothing you saved answers this.\n\nThe nearest to it:\n\n- Ferry [1]";
    const kept = {
      ...TURN,
      ...answered(answer),
      kind: "refused" as const,
      answered: false,
      degree: "nothing" as const,
      citations: [{ n: 1, memoryId: NOTE._id, quote: "", place: "", passage: 0 }],
    };
    const { user } = conversation(() => found(answer, { answered: false, kind: "refused", degree: "nothing" }), [kept]);
    await user.type(field(), "And back?{Enter}");
    await screen.findByText("No answer was found.");
    const cards = screen.getAllByRole("article", { name: "Engram’s response: no answer found" });
    expect(cards).toHaveLength(2);
    for (const card of cards) {
      expect(within(card).getByText("Nothing you saved answers this.")).toBeVisible();
      expect(within(card).getByRole("heading", { name: "Nearest memories" })).toBeVisible();
      expect(within(card).getAllByText(/Ferry|nearest to it/)).toHaveLength(1);
      await user.click(within(card).getByRole("button", { name: "Ferry" }));
    }
    expect(slots.onOpenMemory).toHaveBeenCalledTimes(2);
  });

  it("ASK-15 says of what may answer that it is the closest, with the words that may be it marked", async () => {
    const closest = {
      kind: "closest" as const,
      answered: false,
      degree: "closest" as const,
      blocks: [paragraph("Closest I have:"), { kind: "paragraph" as const, spans: CLOSEST }],
    };
    const kept = { ...TURN, ...closest, answer: "Closest I have:\n\nThe ferry leaves at seven. [1]" };
    const { user } = conversation(() => found(kept.answer, closest), [kept]);
    await user.type(field(), "And back?{Enter}");
    expect(await screen.findByText("No sure answer was found, but what comes closest.")).toBeInTheDocument();
    const cards = screen.getAllByRole("article", { name: "Engram’s response: no sure answer" });
    expect(cards).toHaveLength(2);
    for (const card of cards) {
      expect(within(card).getByText("Closest I have:")).toBeVisible();
      expect(within(card).getByText("at seven").tagName).toBe("MARK");
      expect(within(card).queryByRole("button", { name: "Copy" })).toBeNull();
    }
  });

  it("lists memories by name once, with words that add to the name", () => {
    const boats = aMemory({ title: "Boats" });
    const citations = [
      { n: 1, memoryId: NOTE._id, quote: "Ferry", place: "", passage: 0 },
      { n: 2, memoryId: boats._id, quote: "They leave at nine.", place: "", passage: 0 },
    ];
    const answer = "You saved 2 memories today:\n\n- Ferry [1]\n- Boats [2]";
    conversation(
      () => found(""),
      [{ ...TURN, ...answered(answer), kind: "listing", content: [NOTE, boats], citations }],
    );
    const card = within(screen.getByRole("article"));
    expect(card.getByText("You saved 2 memories today:")).toBeVisible();
    expect(card.getByRole("heading", { name: "Memories" })).toBeVisible();
    expect(card.getAllByText("Ferry")).toHaveLength(1);
    expect(card.getAllByText("Boats")).toHaveLength(1);
    expect(card.getByText("They leave at nine.")).toBeVisible();
  });

  it("links from its sources to the words", async () => {
    const { user } = conversation(() => found(""));
    await user.click(screen.getByRole("button", { name: "Ferry" }));
    expect(slots.onOpenMemory).toHaveBeenCalledWith(NOTE._id, expect.objectContaining({ question: TURN.question }));
  });
});

describe("the buttons of an answer", () => {
  it("save it as a note once, however often they are pressed", async () => {
    conversation(() => found(""));
    const save = screen.getByRole("button", { name: "Save as note" });
    fireEvent.click(save);
    fireEvent.click(save);
    const saved = await screen.findByRole("button", { name: "Saved as note" });
    fireEvent.click(saved);
    expect(onSave).toHaveBeenCalledExactlyOnceWith(`${TURN.question}\n\nAt seven [1].\n\nSources:\n\n- [1] Ferry`);
  });

  it("save it again after a failure", async () => {
    onSave.mockResolvedValueOnce(false);
    conversation(() => found(""));
    fireEvent.click(screen.getByRole("button", { name: "Save as note" }));
    await waitFor(() => expect(screen.getByRole("button", { name: "Save as note" })).not.toHaveAttribute("aria-busy"));
    fireEvent.click(screen.getByRole("button", { name: "Save as note" }));
    expect(await screen.findByRole("button", { name: "Saved as note" })).toBeVisible();
    expect(onSave).toHaveBeenCalledTimes(2);
  });

  it("copy it with its sources, or report the failure", async () => {
    const { user } = conversation(() => found(""));
    const card = within(screen.getByRole("article"));
    await user.click(card.getByRole("button", { name: "Copy" }));
    expect(await screen.findByText("Answer copied")).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe("At seven [1].\n\nSources:\n\n- [1] Ferry");
    vi.spyOn(navigator.clipboard, "writeText").mockRejectedValueOnce(new Error("refused"));
    await user.click(card.getByRole("button", { name: "Copy" }));
    expect(await screen.findByText("The answer could not be copied")).toBeVisible();
  });
});
