import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useRef, useState } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { paragraph } from "@/test/answer";
import { stubLayout } from "@/test/layout";
import { Toasts } from "@/ui/toasts";
import AloudBar from "./aloud-bar";

class Utterance {
  onend = () => {};
  onerror = (_: { error: string }) => {};
  constructor(readonly text: string) {}
}

let said: Utterance[] = [];
let voices: object[] = [];

beforeEach(() => {
  stubLayout();
  [said, voices] = [[], [{}]];
  vi.stubGlobal("SpeechSynthesisUtterance", Utterance);
  vi.stubGlobal("speechSynthesis", {
    speak: (one: Utterance) => said.push(one),
    cancel: () => {},
    getVoices: () => voices,
  });
});

const LEAVES = [paragraph("So it goes. It rained."), paragraph("It stopped.")];

function Page() {
  const text = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <div className="reader">
      <button type="button" onClick={() => setOpen(true)}>
        Read
      </button>
      <div ref={text} />
      {open && <AloudBar text={text} leaves={LEAVES} language="en" from={0} onClose={() => setOpen(false)} />}
      <Toasts theme="dark" />
    </div>
  );
}

async function listen() {
  render(<Page />);
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Read" }));
  return user;
}

const goOn = () => act(() => said.at(-1)?.onend());
const words = () => said.map(({ text }) => text);

it("a text is read sentence by sentence, and begins again after its end", async () => {
  const user = await listen();
  goOn();
  goOn();
  goOn();
  expect(words()).toEqual(["So it goes.", "It rained.", "It stopped."]);
  await user.click(screen.getByRole("button", { name: "Play" }));
  expect(words().at(-1)).toBe("So it goes.");
});

it("what stops it hands the focus back to what began it", async () => {
  const user = await listen();
  await user.click(screen.getByRole("button", { name: "Stop" }));
  expect(screen.getByRole("button", { name: "Read" })).toHaveFocus();
});

it("what was interrupted says nothing", async () => {
  await listen();
  act(() => said.at(-1)?.onerror({ error: "interrupted" }));
  expect(screen.queryByText(/could not be read/)).toBeNull();
});

it.each([
  ["synthesis-failed", [], "This browser has no voice to read with."],
  ["language-unavailable", [{}], "This browser has no voice for this language."],
  ["network", [{}], "It could not be read aloud. Please try again."],
])("%s with the voices %j: %s", async (error, all, text) => {
  voices = all;
  await listen();
  act(() => said.at(-1)?.onerror({ error }));
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.getByRole("button", { name: "Play" })).toBeVisible();
});
