import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { copyText } from "./copy";

/** What the old way copied: the field that was selected then. */
let copied: string[];
let allowed: boolean;

beforeEach(() => {
  copied = [];
  allowed = true;
  // jsdom has neither way.
  document.execCommand = (command) => {
    const field = document.activeElement as HTMLTextAreaElement;
    if (command === "copy" && allowed) copied.push(field.value.slice(field.selectionStart, field.selectionEnd));
    return allowed;
  };
  document.body.innerHTML = '<button>Copy</button><div role="dialog"><button>Copy</button></div>';
});

afterEach(() => {
  Reflect.deleteProperty(navigator, "clipboard");
  Reflect.deleteProperty(document, "execCommand");
  document.body.innerHTML = "";
});

function clipboard(writeText: (text: string) => Promise<void>) {
  Object.defineProperty(navigator, "clipboard", { value: { writeText }, configurable: true });
}

describe("copying", () => {
  it("uses the clipboard API where there is one", async () => {
    const writeText = vi.fn(async () => {});
    clipboard(writeText);
    await copyText("At seven.");
    expect(writeText).toHaveBeenCalledExactlyOnceWith("At seven.");
    expect(copied).toEqual([]);
  });

  it.each([
    ["there is none, as over plain http", () => {}],
    ["it is refused", () => clipboard(async () => Promise.reject(new Error("refused")))],
  ])("copies what it selects where %s", async (_, prepare) => {
    prepare();
    await copyText("At seven.\n\nSources");
    expect(copied).toEqual(["At seven.\n\nSources"]);
  });

  it.each(["body > button", "[role=dialog] > button"])("leaves page and focus unchanged: %s", async (where) => {
    const button = document.querySelector<HTMLElement>(where);
    button?.focus();
    const before = document.body.innerHTML;
    await copyText("At seven.");
    expect(document.body.innerHTML).toBe(before);
    expect(button).toHaveFocus();
  });

  it("selects within the dialog that has the focus", async () => {
    document.querySelector<HTMLElement>("[role=dialog] > button")?.focus();
    const execCommand = vi.spyOn(document, "execCommand").mockImplementation(() => {
      return document.querySelector("[role=dialog]")?.contains(document.activeElement) ?? false;
    });
    await copyText("At seven.");
    expect(execCommand).toHaveBeenCalledOnce();
  });

  it("selects within the dialog opened last if none has the focus", async () => {
    document.body.insertAdjacentHTML("beforeend", "<div role=dialog></div><div role=dialog data-closed></div>");
    let within: Element | null | undefined;
    vi.spyOn(document, "execCommand").mockImplementation(() => {
      within = document.activeElement?.closest("[role=dialog]");
      return true;
    });
    await copyText("At seven.");
    expect(within).toBe(document.querySelectorAll("[role=dialog]")[1]);
  });

  it.each([
    ["forwards", [0, 4]],
    ["backwards", [4, 0]],
  ] as const)("leaves selected what was, %s", async (_, [from, to]) => {
    const text = document.querySelector("button")?.firstChild;
    const selection = document.getSelection();
    if (text) selection?.setBaseAndExtent(text, from, text, to);
    vi.spyOn(document, "execCommand").mockImplementation(() => {
      // Browsers select within the field alone.
      selection?.removeAllRanges();
      return true;
    });
    await copyText("At seven.");
    expect(String(selection)).toBe("Copy");
    expect([selection?.anchorOffset, selection?.focusOffset]).toEqual([from, to]);
  });

  it.each([
    [
      "refuses",
      () => {
        allowed = false;
      },
    ],
    ["does not know how", () => Reflect.deleteProperty(document, "execCommand")],
  ])("says so where the browser %s, and leaves nothing behind", async (_, prepare) => {
    prepare();
    await expect(copyText("At seven.")).rejects.toThrow("nothing was copied");
    expect(document.querySelector("textarea")).toBeNull();
  });
});
