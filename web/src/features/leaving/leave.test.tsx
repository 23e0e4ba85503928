import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, it, vi } from "vitest";
import { sessionName } from "@/api/draft";
import { getToken, setToken } from "@/api/session";
import { server } from "@/test/server";
import { Leave } from "./leave";

function open() {
  setToken("secret");
  localStorage.setItem("note-draft:1:a", JSON.stringify({ text: "mine", owner: "maya" }));
  localStorage.setItem("note-draft:2:b", JSON.stringify({ text: "mine too", owner: "", session: sessionName() }));
  localStorage.setItem("note-draft:3:c", JSON.stringify({ text: "another's", owner: "ada" }));
  localStorage.setItem("note-draft:4:d", JSON.stringify({ text: "another's too", owner: "", session: "7" }));
  localStorage.setItem("note-draft:5:e", "nobody's");
  sessionStorage.setItem("draft:x:ask", "a question");
  const onGone = vi.fn();
  render(<Leave username="Maya" onGone={onGone} />);
  return onGone;
}

const name = () => screen.getByLabelText("Type Maya to confirm");
const password = () => screen.getByLabelText("Your password");
const leave = () => screen.getByRole("button", { name: "Delete my account" });

it("the account is deleted once its name and password are typed, and nothing of it stays in the browser", async () => {
  const sent: unknown[] = [];
  server.use(
    http.delete("/api/v1/account", async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ message: "Your account is deleted." });
    }),
  );
  const onGone = open();
  expect(leave()).toBeDisabled();
  await userEvent.type(password(), "Correct1!horse");
  await userEvent.type(name(), "May");
  expect(leave()).toBeDisabled();
  await userEvent.type(name(), "a");
  await userEvent.click(leave());
  await waitFor(() => expect(onGone).toHaveBeenCalledOnce());
  expect(sent).toEqual([{ username: "Maya", password: "Correct1!horse" }]);
  expect(getToken()).toBeNull();
  expect(
    Object.keys(localStorage)
      .filter((key) => key.startsWith("note-draft:"))
      .sort(),
  ).toEqual(["note-draft:3:c", "note-draft:4:d", "note-draft:5:e"]);
  expect(sessionStorage.getItem("draft:x:ask")).toBeNull();
});

it.each([
  [400, "Please type your username, Maya", name],
  [403, "Wrong password", password],
])("a refusal with %i is said at its field", async (status, message, field) => {
  server.use(http.delete("/api/v1/account", () => HttpResponse.json({ message }, { status })));
  open();
  await userEvent.type(name(), "maya");
  await userEvent.type(password(), "wrong");
  await userEvent.click(leave());
  await waitFor(() => expect(field()).toHaveAccessibleDescription(message));
  expect(screen.getAllByText(message)).toHaveLength(1);
});

it("any other refusal is said above the form in the server's words, and everything stays", async () => {
  server.use(
    http.delete("/api/v1/account", () => HttpResponse.json({ message: "You are the only owner." }, { status: 409 })),
  );
  const onGone = open();
  await userEvent.type(name(), "maya");
  await userEvent.type(password(), "wrong");
  await userEvent.click(leave());
  const said = await screen.findByText("You are the only owner.");
  expect(said.closest("[role=alert]")).not.toBeNull();
  expect(said.compareDocumentPosition(name())).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(password()).not.toHaveAccessibleDescription();
  expect(password()).toHaveValue("");
  expect(onGone).not.toHaveBeenCalled();
  expect(getToken()).toBe("secret");
});

it("a last export is offered", async () => {
  const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
  server.use(http.post("/api/v1/export/link", () => HttpResponse.json({ url: "https://engram.example/all.zip" })));
  open();
  await userEvent.click(screen.getByRole("button", { name: "Make an export first" }));
  expect(await screen.findByText(/Wait until your browser has all of it/)).toBeVisible();
  expect(click).toHaveBeenCalledOnce();
});

it("a last export that is refused is an error, and can be tried again", async () => {
  const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
  const busy = "Four exports are being written already";
  server.use(
    http.post("/api/v1/export/link", () => HttpResponse.json({ message: busy }, { status: 429 }), { once: true }),
    http.post("/api/v1/export/link", () => HttpResponse.json({ url: "https://engram.example/all.zip" })),
  );
  open();
  await userEvent.click(screen.getByRole("button", { name: "Make an export first" }));
  expect((await screen.findByText(busy)).closest("[role=alert]")).not.toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Try the export again" }));
  expect(await screen.findByText(/Wait until your browser has all of it/)).toBeVisible();
  expect(screen.queryByText(busy)).toBeNull();
  expect(click).toHaveBeenCalledOnce();
});
