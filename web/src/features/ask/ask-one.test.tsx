import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse } from "msw";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { answered } from "@/test/answer";
import { EventStream } from "@/test/event-stream";
import { stubLayout } from "@/test/layout";
import { aMemory } from "@/test/memory";
import { type AnswerTo, answerQuestions } from "@/test/questions";
import { AskOne } from "./ask-one";

const NOTE = aMemory({ _id: "m-1", type: "note", title: "Ferry", link: "" });
const QUOTE = { n: 1, memoryId: "m-1", quote: "The ferry leaves at seven.", place: "page 2", passage: 0, page: 2 };
const WHOLE = {
  content: [NOTE],
  contentId: "m-1",
  ...answered("At seven [1]."),
  kind: "answered",
  answered: true,
  citations: [QUOTE],
};

beforeEach(() => {
  stubLayout();
  sessionStorage.clear();
});

function open(answerTo: AnswerTo) {
  const asked = answerQuestions(answerTo);
  const [onWhole, onOpenMemory] = [vi.fn(), vi.fn()];
  const slots = { onOpenMemory, onSave: async () => true, onKeep: async () => true };
  const view = <AskOne id="m-1" slots={slots} onWhole={onWhole} />;
  const { unmount } = render(view);
  return { asked, onWhole, onOpenMemory, user: userEvent.setup(), leave: unmount, again: () => render(view) };
}

const field = () => screen.getByRole("textbox", { name: "Ask about this memory" });

describe("asking one memory", () => {
  it("asks this memory only, and says so; follow-ups are asked in its conversation", async () => {
    const { asked, user } = open(() => HttpResponse.json({ ...WHOLE, conversation: "c-1" }));
    expect(screen.getByRole("region", { name: "Ask about this memory" })).toBeVisible();
    expect(field()).toHaveAttribute("placeholder", "Ask about this one");
    await user.type(field(), "When does it leave?{Enter}");
    expect(await screen.findByText("Looked in: this memory alone")).toBeVisible();
    await waitFor(() => expect(screen.getByText("The answer is here.")).toBeInTheDocument());
    expect(field()).toHaveFocus();
    await user.type(field(), "And on Sundays?{Enter}");
    await waitFor(() => expect(screen.getAllByRole("article")).toHaveLength(2));
    expect(asked).toEqual([
      { query: "When does it leave?", type: "all-memories", contentId: "m-1" },
      { query: "And on Sundays?", type: "all-memories", contentId: "m-1", conversation: "c-1" },
    ]);
    const [newest] = screen.getAllByRole("heading", { level: 2 });
    expect(newest).toHaveTextContent("And on Sundays?");
  });

  it("passes on the quotes of a complete answer, and the one that was pressed", async () => {
    const { user, onWhole, onOpenMemory } = open(() => HttpResponse.json(WHOLE));
    await user.type(field(), "When does it leave?{Enter}");
    const led = {
      question: "When does it leave?",
      citations: [{ n: 1, quote: QUOTE.quote, place: "page 2", passage: 0, page: 2 }],
      shown: 0,
    };
    await waitFor(() => expect(onWhole).toHaveBeenCalledExactlyOnceWith(led));
    const answer = within(await screen.findByRole("article"));
    await user.click(await answer.findByRole("button", { name: "Source 1" }));
    await user.click(answer.getByRole("button", { name: "Ferry" }));
    expect(onOpenMemory.mock.calls).toEqual([
      ["m-1", led],
      ["m-1", led],
    ]);
  });

  it("ASK-14 a citation opens the quote that it stands for, not the first of its memory", async () => {
    const citations = [QUOTE, { ...QUOTE, quote: "On Sundays it does not leave." }];
    const blocks = [
      { kind: "paragraph", spans: [{ text: "At seven " }, { cite: 1, citation: 1 }] },
      { kind: "paragraph", spans: [{ text: "Never on Sundays " }, { cite: 1, citation: 2 }] },
    ];
    const { user, onOpenMemory } = open(() => HttpResponse.json({ ...WHOLE, blocks, citations }));
    await user.type(field(), "When does it leave?{Enter}");
    const answer = within(await screen.findByRole("article"));
    const [, second] = await answer.findAllByRole("button", { name: "Source 1" });
    await user.click(second as HTMLElement);
    expect(onOpenMemory).toHaveBeenCalledExactlyOnceWith("m-1", expect.objectContaining({ shown: 1 }));
  });

  it("shows the answer while it streams, and announces searching and the answer once each", async () => {
    let stream: EventStream | undefined;
    const said: (string | null)[] = [];
    const listen = () => {
      for (const { textContent } of screen.queryAllByRole("status"))
        if (textContent && said.at(-1) !== textContent) said.push(textContent);
    };
    const listener = new MutationObserver(listen);
    listener.observe(document.body, { subtree: true, childList: true, characterData: true });
    onTestFinished(() => listener.disconnect());
    const { user, onWhole } = open((_, request) => {
      stream = new EventStream(request, "");
      return stream.response;
    });
    await user.type(field(), "When does it leave?{Enter}");
    await waitFor(() => expect(screen.getAllByText("Searching through this memory...")).toHaveLength(2));
    await waitFor(() => expect(stream).toBeDefined());
    stream?.tell("delta", { text: "At se" });
    expect(await screen.findByText("At se")).toBeVisible();
    expect(onWhole).not.toHaveBeenCalled();
    stream?.tell("done", WHOLE);
    await waitFor(() => expect(onWhole).toHaveBeenCalledOnce());
    await waitFor(() => expect(said).toEqual(["Searching through this memory...", "The answer is here."]));
  });

  it("a refusal says so, names no other memory and marks nothing", async () => {
    const answer = "Nothing in this memory answers this.";
    const notice = "This memory is still being read. Only what is known of it by now was asked.";
    const { user, onWhole } = open(() =>
      HttpResponse.json({
        ...WHOLE,
        ...answered(answer),
        kind: "refused",
        answered: false,
        degree: "nothing",
        citations: [],
        notice,
      }),
    );
    await user.type(field(), "Who built it?{Enter}");
    expect(await screen.findByText(answer)).toBeVisible();
    expect(screen.getByText(notice)).toBeVisible();
    expect(screen.queryByText("Nearest memories")).toBeNull();
    expect(screen.getByText("No answer was found.")).toBeInTheDocument();
    expect(onWhole).not.toHaveBeenCalled();
  });

  it("what may answer is shown as the closest, and announced as no sure answer", async () => {
    const { user, onWhole } = open(() =>
      HttpResponse.json({
        ...WHOLE,
        ...answered("Closest I have:\n\nThe ferry leaves at seven. [1]"),
        kind: "closest",
        answered: false,
        degree: "closest",
      }),
    );
    await user.type(field(), "When is it back?{Enter}");
    expect(await screen.findByRole("heading", { name: "Engram’s response: no sure answer" })).toBeVisible();
    expect(screen.getByText("Closest I have:")).toBeVisible();
    expect(screen.getByText("No sure answer was found, but what comes closest.")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Source 1" })).toBeVisible();
    expect(onWhole).not.toHaveBeenCalled();
  });

  it("a refused question shows the reason and is in the field again, also when the memory is reopened", async () => {
    const { user, leave, again } = open(() => HttpResponse.json({ message: "Memory not found" }, { status: 404 }));
    await user.type(field(), "Who built it?{Enter}");
    expect((await screen.findByText("Memory not found")).closest("[role=alert]")).not.toBeNull();
    expect(field()).toHaveValue("Who built it?");
    leave();
    again();
    expect(field()).toHaveValue("Who built it?");
  });
});
