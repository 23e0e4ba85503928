import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, it, vi } from "vitest";
import { getToken, setToken } from "@/api/session";
import { server } from "@/test/server";
import { Leave } from "./leave";

function open() {
  setToken("secret");
  localStorage.setItem("note-draft:1:a", "{}");
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
  expect(localStorage.getItem("note-draft:1:a")).toBeNull();
  expect(sessionStorage.getItem("draft:x:ask")).toBeNull();
});

it("a refusal is said at its field in the server's words, and everything stays", async () => {
  server.use(http.delete("/api/v1/account", () => HttpResponse.json({ message: "Wrong password" }, { status: 403 })));
  const onGone = open();
  await userEvent.type(name(), "maya");
  await userEvent.type(password(), "wrong");
  await userEvent.click(leave());
  await waitFor(() => expect(password()).toHaveAccessibleDescription("Wrong password"));
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
