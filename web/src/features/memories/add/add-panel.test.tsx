import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { delay, HttpResponse, http } from "msw";
import { useState } from "react";
import { Toaster } from "sonner";
import { SWRConfig } from "swr";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { setToken } from "@/api/session";
import { isOpening } from "@/lib/opening";
import { FakeUpload } from "@/test/fake-upload";
import { stubLayout } from "@/test/layout";
import { aMemory } from "@/test/memory";
import { server } from "@/test/server";
import * as dialog from "@/ui/dialog";
import { useMemories } from "../api";
import { hold } from "../deletions";
import { useAddMemory } from "../use-add-memory";

// Its code is there when a test begins.
import "@/ui/dialog-frame";
import "./add-panel";

const COUNT = "/api/v1/get-content-count";
const DOCUMENTS = "/api/v1/get-documentupload-status";
const CONTENT = "/api/v1/content";

beforeEach(() => {
  stubLayout();
  FakeUpload.install();
});

function Page({ premium }: { premium: boolean }) {
  const [shown, setShown] = useState<string>();
  const { open, panel } = useAddMemory(premium, setShown);
  const { memories } = useMemories();
  return (
    <>
      <p>{memories?.length ?? "no"} memories</p>
      <p>Shown: {shown ?? "nothing"}</p>
      <button type="button" onClick={() => open()}>
        Open
      </button>
      {panel}
      <Toaster />
    </>
  );
}

type World = { count?: Response | object; documents?: Response | object; created?: (body: unknown) => Response };

const answer = (value: Response | object) => (value instanceof Response ? value.clone() : HttpResponse.json(value));

/** The page with a server behind it; `sent` are the memories that were posted. */
function page({ count, documents, created }: World = {}, premium = false) {
  const sent: unknown[] = [];
  const calls = { count: 0, list: 0 };
  server.use(
    http.get(COUNT, () => {
      calls.count += 1;
      return answer(count ?? { canAddContent: true, count: 3, limit: 100 });
    }),
    http.get(DOCUMENTS, () => answer(documents ?? { canUpload: true, count: 1, limit: 2 })),
    http.get(CONTENT, () => {
      calls.list += 1;
      return HttpResponse.json({ content: [] });
    }),
    http.post(CONTENT, async ({ request }) => {
      const body = await request.json();
      sent.push(body);
      return created?.(body) ?? HttpResponse.json({ message: "Saved", content: {} });
    }),
  );
  const { unmount } = render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <Page premium={premium} />
    </SWRConfig>,
  );
  return { sent, calls, unmount, user: userEvent.setup() };
}

async function openPanel(world?: World, premium?: boolean) {
  const set = page(world, premium);
  await set.user.click(screen.getByRole("button", { name: "Open" }));
  await screen.findByRole("dialog", { name: "Add Memory" });
  return set;
}

const tile = (name: string) => screen.getByRole("radio", { name });
const submit = () => screen.getByRole("button", { name: "Add Memory" });
const address = () => screen.getByRole("textbox", { name: "Website address" });
const pdf = (name: string) => new File(["%PDF-1.7"], name, { type: "application/pdf" });
const files = () => document.querySelector<HTMLInputElement>('input[type="file"]') as HTMLInputElement;
const closed = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

describe("opening", () => {
  it("HOME-19 ADD-18 ADD-19 waits for get-content-count, which alone decides", async () => {
    const { user } = page({ documents: { canUpload: false, count: 2, limit: 2 } });
    const asked = vi.fn();
    let allow = () => {};
    server.use(
      http.get(COUNT, async () => {
        asked();
        await new Promise<void>((resolve) => {
          allow = resolve;
        });
        return HttpResponse.json({ canAddContent: true, count: 3, limit: 100 });
      }),
    );
    await user.click(screen.getByRole("button", { name: "Open" }));
    await waitFor(() => expect(asked).toHaveBeenCalledOnce());
    expect(screen.queryByRole("dialog")).toBeNull();
    allow();
    await screen.findByRole("dialog", { name: "Add Memory" });
    await waitFor(() => expect(address()).toHaveFocus());
  });

  it("ADD-18 API-20 waits for a pending deletion, which then neither counts nor is a duplicate", async () => {
    const order: string[] = [];
    let answerDeletion = () => {};
    const deletion = (id: string) => ({
      id,
      send: () => {
        order.push(`delete ${id}`);
        return new Promise<void>((resolve) => {
          answerDeletion = resolve;
        });
      },
      takeBack: () => {},
      close: () => {},
    });
    hold(deletion("one"));
    const { user, calls } = page({
      created: () => {
        order.push("create");
        return HttpResponse.json({ message: "Saved", content: {} });
      },
    });
    await user.click(screen.getByRole("button", { name: "Open" }));
    expect(order).toEqual(["delete one"]);
    expect(calls.count).toBe(0);
    answerDeletion();
    await screen.findByRole("dialog", { name: "Add Memory" });
    expect(calls.count).toBeGreaterThan(0);
    await user.type(address(), "https://example.com");
    hold(deletion("two"));
    await user.click(submit());
    await waitFor(() => expect(order).toEqual(["delete one", "delete two"]));
    answerDeletion();
    await waitFor(() => expect(order).toEqual(["delete one", "delete two", "create"]));
  });

  it("opens once for two presses", async () => {
    const { calls } = page();
    fireEvent.click(screen.getByRole("button", { name: "Open" }));
    fireEvent.click(screen.getByRole("button", { name: "Open" }));
    await screen.findByRole("dialog", { name: "Add Memory" });
    // One check before it opens, one of its own.
    await waitFor(() => expect(calls.count).toBe(2));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(calls.count).toBe(2);
  });

  it("ADD-18 ERR-07 stays closed at the limit and says so", async () => {
    const { user } = page({ count: { canAddContent: false, count: 100, limit: 100 } });
    await user.click(screen.getByRole("button", { name: "Open" }));
    expect(await screen.findByText("Max memory count reached")).toBeVisible();
    expect(screen.getByRole("link", { name: "Upgrade to Pro" })).toHaveAttribute("href", "/upgrade");
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("U-12 ERR-23 opens when the check fails, which is only logged", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    await openPanel({
      count: HttpResponse.json({ message: "Broken" }, { status: 500 }),
      documents: HttpResponse.json({ message: "Broken" }, { status: 500 }),
    });
    expect(log).toHaveBeenCalledWith("reading the content count failed", expect.anything());
    await waitFor(() => expect(log).toHaveBeenCalledWith("reading the upload status failed", expect.anything()));
    expect(screen.queryByText("Broken")).toBeNull();
    expect(submit()).toBeInTheDocument();
  });

  it("U-12 opens when the check gets no answer", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    vi.spyOn(AbortSignal, "timeout").mockImplementation((time) => {
      const giveUp = new AbortController();
      setTimeout(() => giveUp.abort(new DOMException("late", "TimeoutError")), time / 100);
      return giveUp.signal;
    });
    const { user } = page();
    server.use(http.get(COUNT, () => delay("infinite")));
    await user.click(screen.getByRole("button", { name: "Open" }));
    expect(await screen.findByRole("dialog", { name: "Add Memory" })).toBeVisible();
    expect(AbortSignal.timeout).toHaveBeenCalledWith(3000);
  });

  it.each([
    ["it stands", { canAddContent: true, count: 3, limit: 100 }, () => screen.findByRole("dialog")],
    [
      "it stays away",
      { canAddContent: false, count: 9, limit: 9 },
      () => screen.findByText("Max memory count reached"),
    ],
  ])("the keys of the page rest from the press until %s", async (_, count, outcome) => {
    page({ count });
    fireEvent.click(screen.getByRole("button", { name: "Open" }));
    expect(isOpening()).toBe(true);
    await outcome();
    await waitFor(() => expect(isOpening()).toBe(false));
  });

  it("says so when the panel's code does not load, and the page works on", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const lost = vi.spyOn(dialog, "preloadDialog").mockRejectedValue(new TypeError("gone"));
    const { user } = page();
    await user.click(screen.getByRole("button", { name: "Open" }));
    expect(await screen.findByText("Add Memory did not open. Please try again.")).toBeVisible();
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(isOpening()).toBe(false);
    lost.mockRestore();
    await user.click(screen.getByRole("button", { name: "Open" }));
    expect(await screen.findByRole("dialog", { name: "Add Memory" })).toBeVisible();
  });

  it("ADD-11 allows both until the permissions have loaded", async () => {
    const { user } = await openPanel();
    expect(tile("Website")).toBeInTheDocument();
    await user.click(tile("Document"));
    expect(screen.getByText(/Drop files here/)).toBeVisible();
  });

  it("ADD-09 U-02 shows only the upgrade text when the limit turns out to be reached", async () => {
    const { user } = page();
    let first = true;
    server.use(
      http.get(COUNT, () => {
        const canAddContent = first;
        first = false;
        return HttpResponse.json({ canAddContent, count: 100, limit: 100 });
      }),
    );
    await user.click(screen.getByRole("button", { name: "Open" }));
    expect(await screen.findByText("Upgrade to pro to upload more content")).toBeVisible();
    expect(screen.queryByRole("radio")).toBeNull();
    expect(screen.queryByRole("button", { name: "Add Memory" })).toBeNull();
  });
});

describe("the form", () => {
  it("ADD-01 ADD-02 ADD-08 has four tiles, starts with Website, and switches", async () => {
    const { user } = await openPanel();
    expect(screen.getAllByRole("radio").map((radio) => radio.closest("label")?.textContent)).toEqual([
      "Website",
      "Note",
      "Document",
      "Integrations",
    ]);
    expect(tile("Website")).toBeChecked();
    expect(screen.getByRole("button", { name: "Cancel" })).toBeVisible();
    await user.click(tile("Note"));
    expect(screen.getByRole("textbox", { name: "Your note" })).toBeVisible();
    expect(screen.queryByRole("textbox", { name: "Website address" })).toBeNull();
  });

  it("ADD-03 VAL-14 VAL-15 Website takes a url, and refuses only a blank one", async () => {
    const { user } = await openPanel();
    expect(address()).toHaveAttribute("type", "url");
    expect(address()).toHaveAttribute("placeholder", "https://example.com");
    expect(submit()).toBeDisabled();
    fireEvent.change(address(), { target: { value: "   " } });
    expect(submit()).toBeDisabled();
    await user.type(address(), "https://example.com/a");
    expect(submit()).toBeEnabled();
  });

  it("VAL-15 accepts an address without its scheme, and shows an error under the field for an invalid one", async () => {
    const { user, sent } = await openPanel();
    expect(address().closest("form")).toHaveAttribute("novalidate");
    await user.type(address(), "hello{Enter}");
    expect(address()).toHaveAccessibleDescription(/^That is not an address of the web/);
    expect(address()).toHaveAttribute("aria-invalid", "true");
    expect(sent).toEqual([]);
    await user.clear(address());
    await user.type(address(), " example.com/a");
    expect(address()).not.toHaveAttribute("aria-invalid");
    await user.type(address(), "{Enter}");
    await closed();
    expect(sent).toEqual([{ type: "link", link: "https://example.com/a", ifNew: true }]);
  });

  it("ADD-04 VAL-14 VAL-16 Note takes text in three rows", async () => {
    const { user } = await openPanel();
    await user.click(tile("Note"));
    const note = screen.getByPlaceholderText("Add your note");
    expect(note).toHaveAttribute("rows", "3");
    await user.type(note, "  ");
    expect(submit()).toBeDisabled();
    await user.type(note, "bread");
    expect(submit()).toBeEnabled();
  });

  it("ADD-07 VAL-17 Integrations shows its text and can't be submitted", async () => {
    const { user, sent } = await openPanel();
    await user.type(address(), "https://example.com/a");
    await user.click(tile("Integrations"));
    expect(screen.getByText("We are working X and Notion integrations")).toBeVisible();
    expect(submit()).toBeDisabled();
    fireEvent.submit(submit().closest("form") as HTMLFormElement);
    expect(sent).toEqual([]);
  });
});

describe("saving", () => {
  it("ADD-12 ADD-13 ADD-14 ADD-15 sends the address, shows a toast, closes, clears and reloads the list", async () => {
    let finish: (response: Response) => void = () => {};
    const { user, sent, calls } = await openPanel();
    server.use(
      http.post(CONTENT, async ({ request }) => {
        sent.push(await request.json());
        return new Promise<Response>((resolve) => {
          finish = resolve;
        });
      }),
    );
    const before = calls.list;
    await user.type(address(), " https://example.com/a{Enter}");
    expect(await screen.findByText("Creating memory...")).toBeVisible();
    await waitFor(() => expect(sent).toEqual([{ type: "link", link: "https://example.com/a", ifNew: true }]));
    finish(HttpResponse.json({ message: "Saved", content: {} }));
    expect(await screen.findByText("Memory created successfully")).toBeVisible();
    await closed();
    await waitFor(() => expect(calls.list).toBeGreaterThan(before));
    await user.click(screen.getByRole("button", { name: "Open" }));
    expect(await screen.findByRole("textbox", { name: "Website address" })).toHaveValue("");
  });

  it("keeps what is typed during a save, and a panel that was opened anew", async () => {
    let finish: (response: Response) => void = () => {};
    const { user, sent } = await openPanel();
    server.use(
      http.post(CONTENT, async ({ request }) => {
        sent.push(await request.json());
        return new Promise<Response>((resolve) => {
          finish = resolve;
        });
      }),
    );
    await user.type(address(), "https://example.com/a{Enter}");
    await waitFor(() => expect(sent).toHaveLength(1));
    await user.keyboard("{Escape}");
    await closed();
    await user.click(screen.getByRole("button", { name: "Open" }));
    await user.clear(await screen.findByRole("textbox", { name: "Website address" }));
    await user.type(address(), "https://example.com/b");
    finish(HttpResponse.json({ message: "Saved", content: {} }));
    expect(await screen.findByText("Memory created successfully")).toBeVisible();
    expect(address()).toHaveValue("https://example.com/b");
    await waitFor(() => expect(submit()).not.toHaveAttribute("aria-busy"));
  });

  it("is sent once, however often the form is submitted meanwhile", async () => {
    const { user, sent } = await openPanel();
    await user.type(address(), "https://example.com/a");
    const form = submit().closest("form") as HTMLFormElement;
    fireEvent.submit(form);
    fireEvent.submit(form);
    await closed();
    expect(sent).toHaveLength(1);
  });

  it.each(["Control", "Meta"])("%s and Enter save a note", async (key) => {
    const { user, sent } = await openPanel();
    await user.click(tile("Note"));
    await user.type(
      screen.getByRole("textbox", { name: "Your note" }),
      `Call{Enter}the ferry{${key}>}{Enter}{/${key}}`,
    );
    await closed();
    expect(sent).toEqual([{ type: "note", description: "Call\nthe ferry" }]);
  });

  it("ADD-16 sends a note as its description", async () => {
    const { user, sent } = await openPanel();
    await user.click(tile("Note"));
    await user.type(screen.getByPlaceholderText("Add your note"), "Two keys,{Enter}one is stiff.");
    await user.click(submit());
    await closed();
    expect(sent).toEqual([{ type: "note", description: "Two keys,\none is stiff." }]);
  });

  it.each([
    ["ERR-03", 429, "Limit reached, Upgrade to Pro"],
    ["ERR-04", 500, "Failed to create memory (status: 500)"],
    ["(the server's own)", 507, "No"],
    ["ERR-04", 400, "Failed to create memory (status: 400)"],
  ])("%s a %i says its words, and what was typed stays", async (_, status, words) => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const { user } = await openPanel({ created: () => HttpResponse.json({ message: "No" }, { status }) });
    await user.type(address(), "https://example.com/a");
    await user.click(submit());
    expect(await screen.findByText(words)).toBeVisible();
    expect(address()).toHaveValue("https://example.com/a");
    expect(submit()).toBeEnabled();
  });

  it("an ended session shows no error here: it goes to sign-in", async () => {
    const { user, sent } = await openPanel({ created: () => HttpResponse.json({ message: "No" }, { status: 401 }) });
    await user.type(address(), "https://example.com/a{Enter}");
    await waitFor(() => expect(sent).toHaveLength(1));
    await waitFor(() => expect(screen.queryByText("Creating memory...")).toBeNull());
    expect(screen.queryByText(/Failed to create/)).toBeNull();
    expect(address()).toHaveValue("https://example.com/a");
  });

  it("ERR-04 a call without a response has the status unknown", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const { user } = await openPanel({ created: () => HttpResponse.error() });
    await user.type(address(), "https://example.com/a");
    await user.click(submit());
    expect(await screen.findByText("Failed to create memory (status: unknown)")).toBeVisible();
  });

  it("ERR-05 any other failure is Unable to create memory", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const { user } = await openPanel({
      created: () => new HttpResponse("{", { headers: { "content-type": "application/json" } }),
    });
    await user.type(address(), "https://example.com/a");
    await user.click(submit());
    expect(await screen.findByText("Unable to create memory")).toBeVisible();
  });
});

describe("an address that was saved before", () => {
  const twin = aMemory({
    _id: "twin",
    title: "Slow clocks",
    link: "https://example.com/a",
    createdAt: "2025-05-03T12:00:00Z",
  });

  /** The panel with an address typed that a memory holds already, after pressing Add Memory. */
  async function twice() {
    const set = await openPanel({
      created: (body) =>
        (body as { ifNew?: boolean }).ifNew
          ? HttpResponse.json({ message: "You saved this already", content: twin, existing: twin })
          : HttpResponse.json({ message: "Memory created successfully", content: aMemory(), existing: twin }),
    });
    await set.user.type(address(), "https://example.com/a{Enter}");
    await screen.findByText("You saved this already, on May 3, 2025.");
    return set;
  }

  it("API-20 keeps the panel open and shows the memory that has it, without a success message", async () => {
    const { sent } = await twice();
    expect(sent).toEqual([{ type: "link", link: "https://example.com/a", ifNew: true }]);
    const dialog = within(screen.getByRole("dialog"));
    expect(dialog.getByRole("status")).toHaveTextContent(
      "You saved this already, on May 3, 2025.Slow clocksexample.com",
    );
    expect(dialog.queryByRole("button", { name: "Add Memory" })).toBeNull();
    expect(address()).toHaveValue("https://example.com/a");
    expect(screen.queryByText("Memory created successfully")).toBeNull();
    // The word that it is on its way ends with another.
    expect(await screen.findByText("You saved this already")).toBeVisible();
    await waitFor(() => expect(screen.queryByText("Creating memory...")).toBeNull());
  });

  it.each([
    ["the button", (user: UserEvent) => user.click(screen.getByRole("button", { name: "Show it" }))],
    ["Enter in the address", (user: UserEvent) => user.type(address(), "{Enter}")],
  ])("Show it closes the panel and opens the memory, by %s", async (_, press) => {
    const { user, sent } = await twice();
    await press(user);
    await closed();
    expect(await screen.findByText("Shown: twin")).toBeVisible();
    expect(sent).toHaveLength(1);
    expect(screen.getByRole("button", { name: "Open" })).not.toHaveFocus();
  });

  it("can be saved again", async () => {
    const { user, sent } = await twice();
    await user.click(screen.getByRole("button", { name: "Save again" }));
    expect(await screen.findByText("Memory created successfully")).toBeVisible();
    await closed();
    expect(sent[1]).toEqual({ type: "link", link: "https://example.com/a" });
    expect(screen.getByText("Shown: nothing")).toBeVisible();
    await waitFor(() => expect(screen.getByRole("button", { name: "Open" })).toHaveFocus());
  });

  it("is forgotten when another one is typed, and after Cancel the focus returns", async () => {
    const { user } = await twice();
    await user.type(address(), "/b");
    expect(screen.queryByText(/You saved this already, on/)).toBeNull();
    expect(submit()).toBeEnabled();
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    await closed();
    expect(screen.getByText("Shown: nothing")).toBeVisible();
    await waitFor(() => expect(screen.getByRole("button", { name: "Open" })).toHaveFocus());
  });

  describe("is reported after the user has continued", () => {
    /** The panel with an address on its way to a server that holds it; `find` lets the answer come. */
    async function onItsWay() {
      let find: (response: Response) => void = () => {};
      const set = await openPanel();
      server.use(
        http.post(CONTENT, async ({ request }) => {
          set.sent.push(await request.json());
          return new Promise<Response>((resolve) => {
            find = resolve;
          });
        }),
      );
      await set.user.type(address(), "https://example.com/a{Enter}");
      await waitFor(() => expect(set.sent).toHaveLength(1));
      return {
        ...set,
        find: () => find(HttpResponse.json({ message: "You saved this already", content: twin, existing: twin })),
      };
    }

    const showIt = async () => {
      expect(await screen.findByText("You saved this already")).toBeVisible();
      // A pointer would be captured, which jsdom can't.
      fireEvent.click(screen.getByRole("button", { name: "Show" }));
    };

    it("API-20 is reported after the panel was closed, and shown", async () => {
      const { user, find } = await onItsWay();
      await user.keyboard("{Escape}");
      await closed();
      find();
      await showIt();
      expect(screen.getByText("Shown: twin")).toBeVisible();
    });

    it("API-20 is reported after another address was typed, which stays when it is shown", async () => {
      const { user, find } = await onItsWay();
      await user.clear(address());
      await user.type(address(), "https://example.com/b");
      find();
      await showIt();
      await closed();
      expect(await screen.findByText("Shown: twin")).toBeVisible();
      await user.click(screen.getByRole("button", { name: "Open" }));
      expect(await screen.findByRole("textbox", { name: "Website address" })).toHaveValue("https://example.com/b");
    });

    it("API-20 is reported after the panel was opened anew, whose own button still saves", async () => {
      const { user, find } = await onItsWay();
      await user.keyboard("{Escape}");
      await closed();
      await user.click(screen.getByRole("button", { name: "Open" }));
      await screen.findByRole("dialog", { name: "Add Memory" });
      find();
      expect(await screen.findByText("You saved this already")).toBeVisible();
      expect(submit()).toBeEnabled();
    });
  });

  it("is done once it is shown: the panel opens blank, and returns the focus", async () => {
    const { user } = await twice();
    await user.click(screen.getByRole("button", { name: "Show it" }));
    await closed();
    await user.click(screen.getByRole("button", { name: "Open" }));
    expect(await screen.findByRole("textbox", { name: "Website address" })).toHaveValue("");
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    await closed();
    await waitFor(() => expect(screen.getByRole("button", { name: "Open" })).toHaveFocus());
  });
});

describe("documents", () => {
  async function chooseFiles(names: string[], world?: World) {
    const set = await openPanel(world);
    await set.user.click(tile("Document"));
    await set.user.upload(files(), names.map(pdf));
    return set;
  }

  it("ADD-05 ADD-17 VAL-16 uploads with the raw token, shows the name, and saves the address", async () => {
    setToken("raw-token");
    const { user, sent } = await chooseFiles(["paper.pdf"]);
    const [upload] = FakeUpload.all;
    expect(upload?.url).toBe("/api/upload/pdfUploader");
    expect(upload?.headers).toEqual({ authorization: "raw-token" });
    expect(upload?.body?.get("file")).toHaveProperty("name", "paper.pdf");
    expect(submit()).toBeDisabled();

    act(() => upload?.progress(0.4));
    expect(screen.getByRole("progressbar", { name: "Uploading paper.pdf" })).toHaveAttribute("aria-valuenow", "40");
    act(() => upload?.answer(200, { url: "/api/files/1?signature=x", name: "paper.pdf" }));
    await waitFor(() => expect(screen.queryByRole("progressbar")).toBeNull());
    expect(screen.getByText("paper.pdf")).toBeVisible();

    await user.click(submit());
    await closed();
    expect(sent).toEqual([{ type: "document", link: "/api/files/1?signature=x", fileName: "paper.pdf" }]);
  });

  it("ADD-20 U-05 uploads up to six at once, and each becomes a memory", async () => {
    const { user, sent } = await chooseFiles(["1.pdf", "2.pdf", "3.pdf", "4.pdf", "5.pdf", "6.pdf", "7.pdf"]);
    expect(FakeUpload.all).toHaveLength(6);
    for (let index = 0; index < 7; index++) {
      await waitFor(() => expect(FakeUpload.all.length).toBeGreaterThan(index));
      const upload = FakeUpload.all[index];
      act(() => upload?.answer(200, { url: `/api/files/${index}`, name: `${index + 1}.pdf` }));
    }
    await waitFor(() => expect(submit()).toBeEnabled());
    await user.click(submit());
    await closed();
    expect(sent).toHaveLength(7);
    expect(sent[6]).toEqual({ type: "document", link: "/api/files/6", fileName: "7.pdf" });
  });

  it("ERR-06 an upload that fails alerts with the server's message", async () => {
    await chooseFiles(["paper.pdf"]);
    act(() => FakeUpload.all[0]?.answer(413, { message: "The file is larger than 25 MB" }));
    await waitFor(() => expect(screen.getByText("ERROR! The file is larger than 25 MB")).toBeVisible());
    expect(screen.getByText(/^ERROR!/).closest('[role="alert"]')).not.toBeNull();
    expect(submit()).toBeDisabled();
  });

  it("ERR-06 an upload that fails stays in the list, and can be sent again", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const { user, sent } = await chooseFiles(["1.pdf", "2.pdf"]);
    act(() => FakeUpload.all[0]?.answer(200, { url: "/api/files/1", name: "1.pdf" }));
    act(() => void FakeUpload.all[1]?.dispatchEvent(new Event("error")));
    expect(await screen.findByText("ERROR! 2.pdf did not arrive. Please try again.")).toBeVisible();
    expect(screen.getByText("Not uploaded")).toBeVisible();
    // What has arrived can be saved all the same.
    expect(submit()).toBeEnabled();
    await user.click(screen.getByRole("button", { name: "Try 2.pdf again" }));
    expect(screen.queryByText(/^ERROR!/)).toBeNull();
    expect(screen.getByRole("progressbar", { name: "Uploading 2.pdf" })).toBeVisible();
    expect(submit()).toBeDisabled();
    act(() => FakeUpload.all[2]?.answer(200, { url: "/api/files/2", name: "2.pdf" }));
    await waitFor(() => expect(submit()).toBeEnabled());
    await user.click(submit());
    await closed();
    expect(sent).toHaveLength(2);
  });

  it.each([413, 415])("a file refused with %i is not offered again", async (status) => {
    await chooseFiles(["paper.pdf"]);
    act(() => FakeUpload.all[0]?.answer(status, { message: "No" }));
    expect(await screen.findByText("ERROR! No")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Try paper.pdf again" })).toBeNull();
    expect(screen.getByRole("button", { name: "Remove paper.pdf" })).toBeVisible();
  });

  it("VAL-18 ERR-06 refuses a file of no format that is read before it is sent", async () => {
    const { user } = await openPanel();
    await user.click(tile("Document"));
    expect(files()).toHaveAttribute(
      "accept",
      expect.stringMatching(/^application\/pdf,\.pdf,.*image\/jpeg,\.jpg,\.jpeg/),
    );
    const drop = files().closest("label") as HTMLLabelElement;
    fireEvent.drop(drop, { dataTransfer: { files: [new File(["x"], "film.mp4", { type: "video/mp4" })] } });
    expect(await screen.findByText(/^ERROR! film\.mp4 is not a PDF, .* or GIF$/)).toBeVisible();
    expect(FakeUpload.all).toHaveLength(0);
  });

  it("works in a browser without the features of https pages", async () => {
    vi.stubGlobal("crypto", { ...crypto, randomUUID: undefined });
    await chooseFiles(["1.pdf", "2.pdf"]);
    expect(FakeUpload.all).toHaveLength(2);
    expect(screen.getAllByRole("progressbar")).toHaveLength(2);
  });

  it("removes an error with its file", async () => {
    const { user } = await chooseFiles(["1.pdf", "2.pdf"]);
    const refuse = (index: number) => act(() => FakeUpload.all[index]?.answer(413, { message: "Too large" }));
    refuse(0);
    expect(await screen.findByText("ERROR! Too large")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Remove 1.pdf" }));
    expect(screen.queryByText("ERROR! Too large")).toBeNull();
  });

  it("keeps a failed upload beside those that are saved", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const { user, sent } = await chooseFiles(["1.pdf", "2.pdf"]);
    act(() => FakeUpload.all[0]?.answer(200, { url: "/api/files/1", name: "1.pdf" }));
    act(() => void FakeUpload.all[1]?.dispatchEvent(new Event("error")));
    await waitFor(() => expect(submit()).toBeEnabled());
    await user.click(submit());
    expect(await screen.findByText("Memory created successfully")).toBeVisible();
    expect(sent).toHaveLength(1);
    await waitFor(() => expect(screen.queryByText("1.pdf")).toBeNull());
    expect(screen.getByRole("button", { name: "Try 2.pdf again" })).toBeVisible();
  });

  it("ADD-13 a failed upload is removed with the panel when a link is saved", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const { user } = await chooseFiles(["1.pdf"]);
    act(() => void FakeUpload.all[0]?.dispatchEvent(new Event("error")));
    await screen.findByRole("button", { name: "Try 1.pdf again" });
    await user.click(tile("Website"));
    await user.type(address(), "https://example.com/a{Enter}");
    await closed();
    await user.click(screen.getByRole("button", { name: "Open" }));
    await user.click(await screen.findByRole("radio", { name: "Document" }));
    expect(screen.queryByText("1.pdf")).toBeNull();
  });

  it("uploads continue while a note is saved, and are shown then", async () => {
    const { user, sent } = await chooseFiles(["1.pdf"]);
    const stopped = vi.spyOn(FakeUpload.prototype, "abort");
    await user.click(tile("Note"));
    await user.type(screen.getByRole("textbox", { name: "Your note" }), "Call the ferry");
    await user.click(submit());
    expect(await screen.findByText("Memory created successfully")).toBeVisible();
    expect(await screen.findByRole("progressbar", { name: "Uploading 1.pdf" })).toBeVisible();
    expect(stopped).not.toHaveBeenCalled();
    act(() => FakeUpload.all[0]?.answer(200, { url: "/api/files/1", name: "1.pdf" }));
    await waitFor(() => expect(submit()).toBeEnabled());
    await user.click(submit());
    await closed();
    expect(sent).toEqual([
      { type: "note", description: "Call the ferry" },
      { type: "document", link: "/api/files/1", fileName: "1.pdf" },
    ]);
    await user.click(screen.getByRole("button", { name: "Open" }));
    await user.click(await screen.findByRole("radio", { name: "Note" }));
    expect(screen.getByRole("textbox", { name: "Your note" })).toHaveValue("");
  });

  it("keeps only unsaved ones when one of several fails", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const { user } = await chooseFiles(["1.pdf", "2.pdf"], {
      created: (body) =>
        (body as { fileName: string }).fileName === "2.pdf"
          ? HttpResponse.json({ message: "No" }, { status: 429 })
          : HttpResponse.json({ message: "Saved", content: {} }),
    });
    act(() => FakeUpload.all[0]?.answer(200, { url: "/api/files/1", name: "1.pdf" }));
    act(() => FakeUpload.all[1]?.answer(200, { url: "/api/files/2", name: "2.pdf" }));
    await waitFor(() => expect(submit()).toBeEnabled());
    await user.click(submit());
    expect(await screen.findByText("Limit reached, Upgrade to Pro")).toBeVisible();
    const list = within(screen.getByRole("dialog")).getByRole("list");
    await waitFor(() => expect(within(list).getAllByRole("listitem")).toHaveLength(1));
    expect(within(list).getByText("2.pdf")).toBeVisible();
  });

  it("ADD-06 shows the upgrade text in place of the widget when uploads are over", async () => {
    const { user } = await openPanel({ documents: { canUpload: false, count: 2, limit: 2 } });
    await user.click(tile("Document"));
    expect(await screen.findByText("Upgrade to Pro to upload unlimited documents")).toBeVisible();
    expect(files()).toBeNull();
  });

  it("U-04 tells a premium user plainly that the limit is reached", async () => {
    const { user } = await openPanel({ documents: { canUpload: false, count: 10, limit: 10 } }, true);
    await user.click(tile("Document"));
    expect(await screen.findByText("The limit of documents is reached.")).toBeVisible();
    expect(screen.queryByText(/Upgrade to Pro/)).toBeNull();
  });
});

describe("closing", () => {
  it("ADD-10 a click outside closes, and keeps what was typed", async () => {
    const { user } = await openPanel();
    await user.type(address(), "https://example.com/a");
    await user.click(document.querySelector(".veil") as HTMLElement);
    await closed();
    await user.click(screen.getByRole("button", { name: "Open" }));
    expect(await screen.findByRole("textbox", { name: "Website address" })).toHaveValue("https://example.com/a");
  });

  it("Escape and Cancel close, and return the focus", async () => {
    const { user } = await openPanel();
    await user.keyboard("{Escape}");
    await closed();
    await waitFor(() => expect(screen.getByRole("button", { name: "Open" })).toHaveFocus());
    await user.keyboard("{Enter}");
    await user.click(await screen.findByRole("button", { name: "Cancel" }));
    await closed();
  });
});

describe("dropping or pasting on the page", () => {
  const dragged = (...list: File[]) => ({ dataTransfer: { files: list, types: ["Files"] } });

  it("opens the panel with the files, which are uploading", async () => {
    const { user } = page();
    fireEvent.dragEnter(document.body, dragged());
    expect(screen.getByText("Drop to add")).toBeVisible();
    fireEvent.drop(document.body, dragged(pdf("1.pdf"), pdf("2.pdf")));
    expect(screen.queryByText("Drop to add")).toBeNull();
    await screen.findByRole("dialog", { name: "Add Memory" });
    expect(tile("Document")).toBeChecked();
    expect(screen.getAllByRole("progressbar")).toHaveLength(2);

    // Once it is open, what is dropped beside its own place is added, and nothing twice.
    fireEvent.drop(document.body, dragged(pdf("3.pdf")));
    fireEvent.drop(files().closest("label") as HTMLLabelElement, dragged(pdf("4.pdf")));
    expect(screen.getAllByRole("progressbar")).toHaveLength(4);
    await user.keyboard("{Escape}");
    await closed();
  });

  it("ignores what is no file, and a file that is dragged away", () => {
    page();
    fireEvent.dragEnter(document.body, { dataTransfer: { files: [], types: ["text/plain"] } });
    expect(screen.queryByText("Drop to add")).toBeNull();
    fireEvent.dragOver(document.body, dragged());
    expect(screen.getByText("Drop to add")).toBeVisible();
    // The next is entered before the last is left, and Safari does not say where that leads.
    fireEvent.dragEnter(document.documentElement, dragged());
    fireEvent.dragEnter(document.body, dragged());
    fireEvent.dragLeave(document.documentElement);
    expect(screen.getByText("Drop to add")).toBeVisible();
    fireEvent.dragLeave(document.body);
    expect(screen.queryByText("Drop to add")).toBeNull();
  });

  it("VAL-18 shows an error for a file of no format that is read", async () => {
    page();
    fireEvent.drop(document.body, dragged(new File(["x"], "film.mp4", { type: "video/mp4" })));
    await screen.findByRole("dialog", { name: "Add Memory" });
    expect(await screen.findByText(/^ERROR! film\.mp4 is not a PDF, .* or GIF$/)).toBeVisible();
  });

  it("ERR-07 does not open at the limit", async () => {
    page({ count: { canAddContent: false, count: 100, limit: 100 } });
    fireEvent.drop(document.body, dragged(pdf("1.pdf")));
    expect(await screen.findByText("Max memory count reached")).toBeVisible();
    expect(FakeUpload.all).toEqual([]);
  });

  const paste = (target: Element, text: string) => fireEvent.paste(target, { clipboardData: { getData: () => text } });

  it("opens the panel with an address", async () => {
    page();
    paste(document.body, " https://example.com/a \n");
    expect(await screen.findByRole("textbox", { name: "Website address" })).toHaveValue("https://example.com/a");
    expect(submit()).toBeEnabled();
  });

  it.each(["a text", "https://example.com and more", "javascript:alert(1)", "https://", ""])(
    "does not open for %j",
    async (text) => {
      const { calls } = page();
      paste(document.body, text);
      await new Promise((resolve) => setTimeout(resolve, 30));
      expect(calls.count).toBe(0);
    },
  );

  it("is left to text fields, and to dialogs", async () => {
    const { calls } = await openPanel();
    paste(address(), "https://example.com/a");
    paste(document.body, "https://example.com/a");
    expect(address()).toHaveValue("");
    await waitFor(() => expect(calls.count).toBe(2));
  });
});

describe("a typed address or note", () => {
  it("ADD-13 is restored after a reload, until something is saved", async () => {
    const world = () => page();
    const first = world();
    await first.user.click(screen.getByRole("button", { name: "Open" }));
    await first.user.type(await screen.findByRole("textbox", { name: "Website address" }), "https://example.com/a");
    await first.user.click(tile("Note"));
    await first.user.type(screen.getByPlaceholderText("Add your note"), "bread");
    first.unmount();

    const second = world();
    await second.user.click(screen.getByRole("button", { name: "Open" }));
    expect(await screen.findByRole("textbox", { name: "Website address" })).toHaveValue("https://example.com/a");
    await second.user.click(tile("Note"));
    expect(screen.getByPlaceholderText("Add your note")).toHaveValue("bread");
    await second.user.click(submit());
    await closed();
    second.unmount();

    const third = world();
    await third.user.click(screen.getByRole("button", { name: "Open" }));
    expect(await screen.findByRole("textbox", { name: "Website address" })).toHaveValue("");
    await third.user.click(tile("Note"));
    expect(screen.getByPlaceholderText("Add your note")).toHaveValue("");
  });
});
