import "./extension.css";
import { button, el, followTheme } from "./dom";
import { ask, type Outcome, type Saved } from "./messages";
import type { Related } from "./server";
import { readSettings } from "./settings";
import { whenText } from "./when";

followTheme();
const main = document.querySelector("main") as HTMLElement;
void open();

/** Opening the popup, by its key or its button, is what saves the page. */
async function open(): Promise<void> {
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
  if (tab?.id === undefined) return;
  show(await ask({ ask: "save", tabId: tab.id, url: tab.url ?? "" }), tab.id);
}

function show(outcome: Outcome, tabId: number): void {
  if (outcome.state === "unset") {
    main.replaceChildren(
      heading("Connect Engram"),
      el("p", { class: "muted" }, "Say once where your Engram is, and which token it may use."),
      button("Set it up", "btn-primary", () => void chrome.runtime.openOptionsPage().then(() => window.close())),
    );
    return;
  }
  if (outcome.state === "refused") {
    main.replaceChildren(
      heading("Not saved"),
      el("p", { role: "alert" }, outcome.words),
      button("Settings", "btn-secondary", () => void chrome.runtime.openOptionsPage()),
    );
    return;
  }
  const again = outcome.state === "before" && anewButton(tabId);
  const related = outcome.state !== "kept" && relatedPart(outcome.id);
  const way = outcome.state !== "kept" && el("a", { class: "link", target: "_blank" }, "Open it");
  if (way) void linkTo(way, (outcome as { id: string }).id);
  main.replaceChildren(
    heading(HEADINGS[outcome.state](outcome)),
    el("p", { class: "title", dir: "auto" }, outcome.title),
    el("p", { class: "acts" }, way, again),
    wordsForm(outcome),
    ...(related ? [related] : []),
  );
  // What tools/extension-speed measures.
  performance.mark("shown");
}

function heading(words: string): HTMLElement {
  return el("div", { role: "status" }, el("h1", {}, words));
}

const HEADINGS: Record<Saved["state"], (saved: Saved) => string> = {
  saved: () => "Saved",
  before: (saved) => `Saved before, ${whenText(new Date((saved as { at: string }).at), new Date())}`,
  kept: () => "Kept, and sent once your Engram can be reached",
};

async function linkTo(link: HTMLAnchorElement, id: string): Promise<void> {
  const settings = await readSettings();
  if (settings) link.href = `${settings.server}/home/memory/${encodeURIComponent(id)}`;
}

function anewButton(tabId: number): HTMLElement {
  return button("Save it as it is now", "btn-ghost", async () => show(await ask({ ask: "save anew", tabId }), tabId));
}

/** Tags and a remark. They are sent by Enter, by the button, and when the popup is left for elsewhere they are not lost. */
function wordsForm(of: Saved): HTMLElement {
  const tags = el("input", {
    class: "input",
    id: "tags",
    placeholder: "sea, to read",
    list: "known",
    autocomplete: "off",
  });
  const known = el("datalist", { id: "known" });
  const remark = el("textarea", { class: "area", id: "remark", rows: "2", maxlength: "4000", dir: "auto" });
  const said = el("p", { class: "muted", role: "status" });
  const add = el("button", { class: "btn btn-primary" }, "Add");
  void ask({ ask: "tags" }).then(({ tags }) => known.append(...tags.map((value) => el("option", { value }))));
  const form = el(
    "form",
    {},
    el("label", { for: "tags", class: "label" }, "Tags"),
    tags,
    known,
    el("label", { for: "remark", class: "label" }, "Remark"),
    remark,
    el("div", { class: "acts" }, add, said),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const words = { tags: tagsOf(tags.value), remark: remark.value.trim() };
    if (words.tags.length === 0 && words.remark === "") return void said.replaceChildren("Nothing to add yet.");
    add.disabled = true;
    const outcome = await ask({ ask: "words", of, words });
    add.disabled = false;
    if (outcome.state === "refused") return void said.replaceChildren(outcome.words);
    tags.value = "";
    remark.value = "";
    said.replaceChildren("Added.");
  });
  return form;
}

function tagsOf(typed: string): string[] {
  return [
    ...new Set(
      typed
        .split(",")
        .map((tag) => tag.trim())
        .filter(Boolean),
    ),
  ];
}

/** What belongs to it, when asked for. */
function relatedPart(id: string): HTMLElement {
  const part = el("section", { "aria-label": "Related memories" });
  const look = button("Show what is related", "btn-secondary", async () => {
    look.disabled = true;
    const answer = await ask({ ask: "related", id });
    look.disabled = false;
    if ("words" in answer) return part.replaceChildren(el("p", { role: "alert" }, answer.words), look);
    if (answer.related.length === 0)
      return part.replaceChildren(el("p", { class: "muted", role: "status" }, NONE), look);
    part.replaceChildren(el("h2", {}, "Related"), el("ul", {}, ...answer.related.map(relatedRow)));
  });
  part.append(look);
  return part;
}

const NONE = "Nothing is close enough yet. A page that was just saved is read first.";

function relatedRow({ id, title, because }: Related): HTMLElement {
  const link = el("a", { target: "_blank", dir: "auto" }, title);
  void linkTo(link, id);
  return el("li", {}, link, el("p", { class: "muted", dir: "auto" }, because));
}
