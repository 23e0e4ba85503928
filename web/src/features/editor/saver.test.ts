import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ownDrafts } from "@/api/draft";
import { ApiError } from "@/api/errors";
import { readyToSignOut, setToken } from "@/api/session";
import { Conflict } from "./api";
import { draftKey, draftsOf, keepDraft } from "./drafts";
import { type Ports, REST, Saver } from "./saver";

beforeEach(() => {
  vi.useFakeTimers();
  setToken("one session");
});
const all: Saver[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const saver of all.splice(0)) saver.close();
});

/** A note "tent" of edition 2 that is being written, on a server that answers as told. */
function writing(save: Ports["save"] = async ({ edition }) => edition + 1, stored = "tent", withDraft = true) {
  const ports = {
    save: vi.fn(save),
    read: vi.fn(async () => ({ text: "from elsewhere", edition: 9 })),
    onReplace: vi.fn(),
  };
  const saver = new Saver("1", { text: stored, edition: 2 }, ports, withDraft ? draftsOf("1")[0] : undefined);
  saver.open();
  all.push(saver);
  return { saver, ...ports, sent: () => ports.save.mock.calls.map(([{ text, edition }]) => `${text} on ${edition}`) };
}

const rest = () => vi.advanceTimersByTimeAsync(REST);

test("what is typed is saved a second after the last key, each time on the edition before", async () => {
  const { saver, sent } = writing();
  saver.change("tent, g");
  await vi.advanceTimersByTimeAsync(REST - 1);
  saver.change("tent, gas");
  expect(saver.getState().phase).toBe("waiting");
  expect(draftsOf("1")[0]?.text).toBe("tent, gas");
  await vi.advanceTimersByTimeAsync(REST - 1);
  expect(sent()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  saver.change("tent, gas, rope");
  await rest();
  expect(sent()).toEqual(["tent, gas on 2", "tent, gas, rope on 3"]);
  expect(saver.getState().phase).toBe("saved");
  expect(draftsOf()).toEqual([]);
});

test("what is typed while it is being saved is saved after that", async () => {
  let answer = (_: number) => {};
  const { saver, sent } = writing(
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  saver.change("a");
  await rest();
  saver.change("ab");
  await rest();
  expect(sent()).toEqual(["a on 2"]);
  answer(3);
  await rest();
  expect(sent()).toEqual(["a on 2", "ab on 3"]);
  answer(4);
  await vi.advanceTimersByTimeAsync(0);
  expect(saver.getState().phase).toBe("saved");
});

test("what was typed and taken back needs no saving", async () => {
  const { saver, sent } = writing();
  saver.change("tents");
  saver.change("tent");
  await rest();
  expect(sent()).toEqual([]);
  expect(saver.getState().phase).toBe("saved");
  expect(draftsOf()).toEqual([]);
});

test("a lost connection loses nothing: it is kept on the device and sent when the server is back", async () => {
  let away = true;
  const { saver } = writing(async ({ edition }) => {
    if (away) throw new TypeError("Failed to fetch");
    return edition + 1;
  });
  saver.change("tent, gas");
  await rest();
  expect(saver.getState()).toMatchObject({ phase: "failed", message: "Engram can’t be reached.", kept: true });
  expect(draftsOf("1")[0]).toMatchObject({ text: "tent, gas", edition: 2, ours: true });
  away = false;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(saver.getState().phase).toBe("saved");
  expect(draftsOf()).toEqual([]);
});

test("what the server refuses is told in its words, kept, and not sent again before it changes", async () => {
  const { saver, save } = writing(async () => {
    throw new ApiError(400, "The note is longer than 256 KB");
  });
  saver.change("much");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(saver.getState()).toMatchObject({ phase: "failed", message: "The note is longer than 256 KB", kept: true });
  saver.leave();
  await rest();
  expect(save).toHaveBeenCalledTimes(1);
  saver.change("less");
  await rest();
  expect(save).toHaveBeenCalledTimes(2);
});

test("what the device has no room for is said not to be kept, and no older version of it is", async () => {
  const { saver } = writing(async () => {
    throw new ApiError(400, "The note is longer than 256 KB");
  });
  saver.change("little");
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  saver.change("much");
  expect(saver.getState().kept).toBe(false);
  expect(draftsOf()).toEqual([]);
  await rest();
  expect(saver.getState()).toMatchObject({ phase: "failed", kept: false });
});

const elsewhere = (text: string) => async (sent: { edition: number }) => {
  if (sent.edition < 5) throw new Conflict({ text, edition: 5 });
  return 6;
};

test.each([
  ["mine", "mine", ["mine on 2", "mine on 5"]],
  ["both", "theirs and mine", ["mine on 2", "theirs and mine on 5"]],
  ["theirs", "theirs", ["mine on 2"]],
])("a note that was changed elsewhere as well goes on with %s", async (_, chosen, all) => {
  const { saver, sent, onReplace } = writing(elsewhere("theirs"));
  saver.change("mine");
  await rest();
  expect(saver.getState()).toMatchObject({ phase: "conflict", theirs: { text: "theirs", edition: 5 } });
  expect(saver.text).toBe("mine");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent()).toEqual(["mine on 2"]);
  expect(await saver.save()).toBe(false);
  saver.resolve(chosen);
  await rest();
  expect(onReplace).toHaveBeenCalledWith(chosen);
  expect(sent()).toEqual(all);
  expect(saver.getState().phase).toBe("saved");
  expect(draftsOf()).toEqual([]);
});

test("the same words saved elsewhere, or by an answer that got lost, are no conflict", async () => {
  const { saver, sent } = writing(elsewhere("tent, gas"));
  saver.change("tent, gas\n");
  await rest();
  expect(saver.getState().phase).toBe("saved");
  saver.change("tent, gas, rope");
  await rest();
  expect(sent().at(-1)).toBe("tent, gas, rope on 5");
});

test("changes from elsewhere come in while nothing is being typed, and wait for a conflict while something is", async () => {
  const { saver, onReplace, read } = writing();
  await saver.hear(2);
  expect(read).not.toHaveBeenCalled();
  await saver.hear(9);
  expect(onReplace).toHaveBeenCalledWith("from elsewhere");
  expect(saver.text).toBe("from elsewhere");
  saver.change("mine");
  await saver.hear(10);
  expect(onReplace).toHaveBeenCalledTimes(1);
});

test("its own change, heard of before its answer, is not read", async () => {
  let answer = (_: number) => {};
  const { saver, read } = writing(
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  saver.change("tent, gas");
  await rest();
  const hearing = saver.hear(3);
  answer(3);
  await hearing;
  await vi.advanceTimersByTimeAsync(0);
  expect(read).not.toHaveBeenCalled();
  expect(saver.getState().phase).toBe("saved");
});

test.each([
  ["small", "tent, gas", true],
  ["large", "x".repeat(70_000), false],
])("a page that goes away sends what is %s behind itself, and the device keeps it", (_, text, keepalive) => {
  const { saver, save } = writing(() => new Promise(() => {}));
  saver.change(text);
  saver.leave();
  return vi.advanceTimersByTimeAsync(0).then(() => {
    expect(save).toHaveBeenCalledExactlyOnceWith({ text, edition: 2 }, keepalive);
    expect(draftsOf("1")[0]?.text).toBe(text);
  });
});

test("what was kept is gone on with after a reload, and leaves the device once it is saved", async () => {
  keepDraft(draftKey("1"), "tent, gas", 2);
  keepDraft(draftKey("2"), "another note", 1);
  const { saver, sent } = writing();
  expect(saver.text).toBe("tent, gas");
  await rest();
  expect(sent()).toEqual(["tent, gas on 2"]);
  expect(draftsOf().map(({ id }) => id)).toEqual(["2"]);
});

test("what was kept of an older edition is shown beside the stored text, and dropped where that is the same", async () => {
  keepDraft(draftKey("1"), "tent, gas", 1);
  expect(writing().saver.getState()).toMatchObject({ phase: "conflict", theirs: { text: "tent", edition: 2 } });
  expect(writing(undefined, "tent, gas\n").saver.getState().phase).toBe("saved");
  expect(draftsOf()).toEqual([]);
});

test("a draft says whose it is, once that is known", () => {
  const ownerOf = (key: string) => JSON.parse(localStorage.getItem(key) ?? "{}").owner;
  const before = draftKey("1");
  keepDraft(before, "tent", 2);
  ownDrafts("Maya");
  const after = draftKey("1");
  keepDraft(after, "tent, gas", 2);
  expect([ownerOf(before), ownerOf(after)]).toEqual(["", "maya"]);
});

test("what another session wrote is not taken for this one's", () => {
  keepDraft(draftKey("1"), "tent, gas", 2);
  setToken("another session");
  expect(draftsOf("1")).toMatchObject([{ text: "tent, gas", ours: false }]);
});

test("signing out saves what is being written; what can't be is told first, and leaves nothing on the device then", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const { saver, sent } = writing();
  const failing = writing(async () => {
    throw new ApiError(400, "no");
  });
  saver.change("tent, gas");
  failing.saver.change("refused");
  await import("./send-drafts");
  expect(await readyToSignOut()).toMatch(/^What you wrote in a note is not saved\./);
  expect(sent()).toEqual(["tent, gas on 2"]);
  expect(draftsOf("1")).toMatchObject([{ text: "refused" }]);
  failing.saver.change("refused again");
  expect(await readyToSignOut()).toBeDefined();
  expect(await readyToSignOut()).toBeUndefined();
  failing.saver.leave();
  failing.saver.change("more");
  await rest();
  expect(draftsOf()).toEqual([]);
});

test("signing out leaves what another account wrote on the device", async () => {
  ownDrafts("Maya");
  keepDraft(draftKey("1"), "of Maya", 2);
  setToken("of Noor");
  ownDrafts("Noor");
  keepDraft(draftKey("2"), "of Noor", 2);
  setToken("of Noor again");
  ownDrafts("Noor");
  await import("./send-drafts");
  expect(await readyToSignOut()).toBeDefined();
  expect(await readyToSignOut()).toBeUndefined();
  expect(draftsOf().map(({ text }) => text)).toEqual(["of Maya"]);
});

test("much is kept on the device once typing pauses", async () => {
  const { saver } = writing(() => new Promise(() => {}));
  saver.change("x".repeat(50_000));
  expect(draftsOf()).toEqual([]);
  await vi.advanceTimersByTimeAsync(REST / 2);
  expect(draftsOf("1")[0]?.text).toHaveLength(50_000);
});

test("what is typed while it is being saved is saved when the note is left before the answer", async () => {
  const answers: ((edition: number) => void)[] = [];
  const { saver, sent } = writing(() => new Promise((resolve) => answers.push(resolve)));
  saver.change("a");
  await rest();
  saver.change("ab");
  saver.leave();
  saver.close();
  answers[0]?.(3);
  await vi.advanceTimersByTimeAsync(0);
  answers[1]?.(4);
  await vi.advanceTimersByTimeAsync(0);
  expect(sent()).toEqual(["a on 2", "ab on 3"]);
  expect(draftsOf()).toEqual([]);
});

test("two that wait for the same answer send what is new once", async () => {
  const answers: ((edition: number) => void)[] = [];
  const { saver, sent } = writing(() => new Promise((resolve) => answers.push(resolve)));
  saver.change("a");
  await rest();
  saver.change("ab");
  void saver.save();
  void saver.save();
  answers[0]?.(3);
  await vi.advanceTimersByTimeAsync(0);
  expect(sent()).toEqual(["a on 2", "ab on 3"]);
});

test("news that can't be read is no error, and is read with the next", async () => {
  const { saver, read, onReplace } = writing();
  read.mockRejectedValueOnce(new TypeError("no answer"));
  await saver.hear(8);
  expect(onReplace).not.toHaveBeenCalled();
  await saver.hear(9);
  expect(onReplace).toHaveBeenCalledExactlyOnceWith("from elsewhere");
});

test("a note that is shown again after it was put away is saved as before", async () => {
  const { saver, sent } = writing();
  saver.close();
  saver.open();
  saver.change("tent, gas");
  await rest();
  expect(sent()).toEqual(["tent, gas on 2"]);
});

test("what is kept and can't be read hides no other draft", () => {
  localStorage.setItem(draftKey("1"), "{");
  localStorage.setItem(draftKey("1"), "null");
  keepDraft(draftKey("1"), "tent, gas", 2);
  expect(draftsOf("1")).toMatchObject([{ text: "tent, gas" }]);
});
