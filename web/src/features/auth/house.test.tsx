import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { server } from "@/test/server";
import { SignIn, SignUp } from ".";

const marks = document.documentElement.dataset;

beforeEach(() => Object.assign(marks, { mode: "personal", signUp: "invite" }));
afterEach(() => {
  for (const mark of ["mode", "signUp", "awaitsOwner"]) delete marks[mark];
});

function open(page: "sign-in" | "sign-up", invitation?: string) {
  const onDone = vi.fn();
  render(
    <MemoryRouter>
      {page === "sign-in" ? (
        <SignIn onDone={onDone} signUpPath="/up" />
      ) : (
        <SignUp invitation={invitation} onDone={onDone} signInPath="/in" />
      )}
    </MemoryRouter>,
  );
  return onDone;
}

/** Stubs both calls of sign-up, and records what was sent. */
function answer(refusal?: string) {
  const sent: unknown[] = [];
  server.use(
    http.post("/api/v1/invitation", () =>
      refusal ? HttpResponse.json({ message: refusal }, { status: 403 }) : HttpResponse.json({ message: "valid" }),
    ),
    http.post("/api/v1/signup", async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ token: "a token" });
    }),
  );
  return sent;
}

async function signUp(action: string) {
  const user = userEvent.setup();
  await user.type(screen.getByLabelText("Username"), "Maya");
  await user.type(screen.getByLabelText("Password"), "Lamplight1!");
  await user.click(screen.getByRole("button", { name: action }));
}

test("sign-in has no link to sign-up where sign-up is not open", () => {
  open("sign-in");
  expect(screen.getByRole("heading", { name: "Welcome back." })).toBeVisible();
  expect(screen.queryByRole("link")).not.toBeInTheDocument();
});

test("the first account is announced as the owner's", async () => {
  marks.awaitsOwner = "";
  const sent = answer();
  const onDone = open("sign-up");
  expect(screen.getByRole("heading", { name: "A quiet place to begin." })).toBeVisible();
  expect(screen.getByText(/The first one made owns this Engram, and others come by invitation/)).toBeVisible();
  await signUp("Make the owner’s account");
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(sent).toEqual([{ username: "Maya", password: "Lamplight1!" }]);
  expect(marks.awaitsOwner).toBeUndefined();
});

test("sign-up by invitation sends the invitation's token", async () => {
  const sent = answer();
  open("sign-up", "the token");
  expect(screen.getByRole("heading", { name: "You are invited." })).toBeVisible();
  expect(screen.queryByText(/no card needed/)).not.toBeInTheDocument();
  await signUp("Create account");
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent).toEqual([{ username: "Maya", password: "Lamplight1!", invitation: "the token" }]);
});

test("a refused invitation shows the reason in place of the form", async () => {
  answer("This invitation has expired. Please ask for a new one.");
  open("sign-up", "the token");
  expect(await screen.findByText("This invitation has expired. Please ask for a new one.")).toBeVisible();
  expect(screen.queryByLabelText("Username")).not.toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Sign in" })).toHaveAttribute("href", "/in");
});

test("no form is shown where sign-up needs an invitation and the URL has none", () => {
  open("sign-up");
  expect(screen.getByText("Sign-up is by invitation here. Please ask the owner for a link.")).toBeVisible();
  expect(screen.queryByLabelText("Username")).not.toBeInTheDocument();
});

test("a page without a form says that sign-up is closed", () => {
  marks.signUp = "closed";
  open("sign-up", "the token");
  expect(screen.getByText("Sign-up is closed here.")).toBeVisible();
});
