import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { stubLayout } from "@/test/layout";
import { aMemory } from "@/test/memory";
import { server } from "@/test/server";
import { Hero } from "./hero";
import type { Found } from "./model";

const SEARCH = "/api/v1/vector-search";

beforeEach(stubLayout);

const PAPER = aMemory({ type: "document", title: "Sleep.pdf", link: "/api/files/1?signature=x" });
const NOTE = aMemory({ type: "note", title: "", description: "Slept four hours.", link: "" });

const FOUND: Found = {
  content: [PAPER, NOTE],
  answer: "**Sleep decides** what is kept [1], and so say you [2].",
  answered: true,
  citations: [
    { n: 1, memoryId: PAPER._id, quote: "What was replayed remained.", place: "page 4" },
    { n: 2, memoryId: NOTE._id, quote: "Slept four hours.", place: "" },
  ],
};

/** The hero before a server that gives each question its answer, later ones when told. */
function hero(answerTo: (query: string) => Response | Promise<Response> = () => HttpResponse.json(FOUND)) {
  const asked: unknown[] = [];
  server.use(
    http.post(SEARCH, async ({ request }) => {
      const body = (await request.json()) as { query: string };
      asked.push(body);
      return answerTo(body.query);
    }),
  );
  render(<Hero name="Maya" line="48 memories." memories={[]} renderMemory={(memory) => <p>Card of {memory._id}</p>} />);
  return { asked, user: userEvent.setup() };
}

/** An answer that comes when it is told to. */
function held() {
  let give: (response: Response) => void = () => {};
  const promise = new Promise<Response>((resolve) => {
    give = resolve;
  });
  return { promise, give: (response: Response) => give(response) };
}

const box = () => screen.getByRole("textbox", { name: "Ask your memories" });
const submit = () => screen.getByRole("button", { name: /^Ask|Searching/ });
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

  it("ASK-05 ASK-06 is busy meanwhile and takes no second press", async () => {
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

  it.each(["", "   ", "{Shift>}{Enter}{/Shift}"])("ERR-08 a blank question (%j) makes no call", async (text) => {
    const { user, asked } = hero();
    if (text) await user.type(box(), text);
    await user.click(submit());
    expect(await screen.findByText("Please enter a search query")).toBeVisible();
    expect(asked).toEqual([]);
  });

  it("proposes a question about what is there, and asks it", async () => {
    const asked: unknown[] = [];
    server.use(
      http.post(SEARCH, async ({ request }) => {
        asked.push(await request.json());
        return HttpResponse.json(FOUND);
      }),
    );
    render(<Hero name="Maya" line="" memories={[PAPER]} renderMemory={() => null} />);
    await userEvent.click(screen.getByRole("button", { name: "What is in Sleep.pdf?" }));
    await answerCard();
    expect(box()).toHaveValue("What is in Sleep.pdf?");
    expect(asked).toEqual([{ query: "What is in Sleep.pdf?", type: "all-memories" }]);
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

  it("ERR-10 without an answer it is unexpected", async () => {
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

  it("ASK-14 lists where it comes from, and a mark lights up its source", async () => {
    const { user } = hero();
    await user.type(box(), "sleep{Enter}");
    const card = await answerCard();
    const [first, second] = within(card).getAllByRole("listitem");
    expect(first).toHaveTextContent("Sleep.pdf");
    expect(first).toHaveTextContent("page 4");
    expect(first).toHaveTextContent("What was replayed remained.");
    const source = within(first as HTMLElement).getByRole("link", { name: "Sleep.pdf" });
    expect(source).toHaveAttribute("href", "/api/files/1?signature=x");
    expect(source).toHaveAttribute("target", "_blank");
    expect(second).toHaveTextContent("Your note");
    expect(first).toHaveClass("on");
    await user.click(await within(card).findByRole("button", { name: "Source 2" }));
    expect(second).toHaveClass("on");
    expect(second).toHaveFocus();
    expect(first).not.toHaveClass("on");
  });

  it("ASK-10 ASK-11 ASK-12 shows beside the first related memory alone, in a panel that closes", async () => {
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

  it("ASK-15 says plainly that there is none", async () => {
    const { user } = hero(() =>
      HttpResponse.json({
        content: [],
        answer: "Your memories hold no answer to this.",
        answered: false,
        citations: [],
      }),
    );
    await user.type(box(), "sleep{Enter}");
    const card = await answerCard();
    expect(await within(card).findByText("Your memories hold no answer to this.")).toBeVisible();
    expect(screen.queryByText("Where this comes from")).toBeNull();
    expect(screen.queryByRole("region", { name: "Related content" })).toBeNull();
  });

  it("ASK-13 goes when somebody types on, as do an error and the related memory", async () => {
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

  it("of an older question is dropped when it comes late", async () => {
    const slow = held();
    const { user } = hero((query) => (query === "old" ? slow.promise : HttpResponse.json(FOUND)));
    await user.type(box(), "old{Enter}");
    await screen.findByText("Searching through your memories...");
    await user.type(box(), "er");
    expect(screen.queryByText("Searching through your memories...")).toBeNull();
    await user.keyboard("{Enter}");
    const card = await answerCard();
    slow.give(HttpResponse.json({ ...FOUND, answer: "Too late", citations: [] }));
    await waitFor(() => expect(within(card).getByText("Sleep decides")).toBeVisible());
    expect(screen.queryByText("Too late")).toBeNull();
  });
});
