import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useImperativeHandle, useState } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { type LoadEditor, type NoteEditor, NoteField } from "./note-field";

beforeEach(() => vi.stubGlobal("requestIdleCallback", (task: () => void) => setTimeout(task)));
beforeEach(() => vi.stubGlobal("cancelIdleCallback", clearTimeout));

/** Stands in for the editor: it says what it was given, and takes the focus. */
const Editor: NoteEditor = ({ ref, text, selection, label, placeholder, onChange }) => {
  const [value, setValue] = useState(text);
  useImperativeHandle(ref, () => ({ replace: (text) => setValue(text) }));
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: as the editor does.
      autoFocus
      aria-label={label}
      placeholder={placeholder}
      data-selection={`${selection.anchor} ${selection.head}`}
      value={value}
      onChange={({ currentTarget }) => {
        setValue(currentTarget.value);
        onChange(currentTarget.value);
      }}
    />
  );
};

function Form({ loadEditor }: { loadEditor: LoadEditor | undefined }) {
  const [note, setNote] = useState("bread");
  return (
    <>
      <NoteField note={note} onNote={setNote} loadEditor={loadEditor} />
      <output>{note}</output>
      <button type="button" onClick={() => setNote("")}>
        Blank
      </button>
    </>
  );
}

const field = () => screen.getByRole("textbox", { name: "Your note" });
const loaded = () => vi.waitFor(async () => await new Promise((resolve) => setTimeout(resolve)));

it("is a plain field until the editor is there, which begins with the letter that is typed, text and cursor as they were", async () => {
  const user = userEvent.setup();
  render(<Form loadEditor={async () => ({ default: Editor })} />);
  expect(field().tagName).toBe("TEXTAREA");
  await loaded();
  await user.type(field(), "{Control>}b{/Control}{ArrowLeft}");
  expect(field().tagName).toBe("TEXTAREA");
  await user.keyboard("x");
  expect(field().tagName).toBe("INPUT");
  expect(field()).toHaveFocus();
  expect(field()).toHaveAttribute("data-selection", "4 4");
  expect(field()).toHaveAttribute("placeholder", "Add your note");
  expect(screen.getByRole("status")).toHaveTextContent("x");
  await user.click(screen.getByRole("button", { name: "Blank" }));
  expect(field()).toHaveValue("");
});

it.each([
  ["that does not load", () => Promise.reject(new Error("no connection"))],
  ["that is not there", undefined],
])("stays a plain field without an editor: one %s", async (_, loadEditor) => {
  const user = userEvent.setup();
  render(<Form loadEditor={loadEditor} />);
  await loaded();
  await user.type(field(), " and milk");
  expect(field().tagName).toBe("TEXTAREA");
  expect(field()).toHaveValue("bread and milk");
});

it("stays a plain field while an input method is at work", async () => {
  render(<Form loadEditor={async () => ({ default: Editor })} />);
  await loaded();
  fireEvent.keyDown(field(), { key: "k", isComposing: true });
  fireEvent.keyDown(field(), { key: "k", keyCode: 229 });
  expect(field().tagName).toBe("TEXTAREA");
});
