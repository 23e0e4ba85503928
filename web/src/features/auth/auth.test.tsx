import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { delay, HttpResponse, http } from "msw";
import { MemoryRouter } from "react-router";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { server } from "@/test/server";
import Toaster from "@/ui/toaster";
import { SignIn, SignUp } from ".";

const FORMS = [
  { name: "sign-in", call: "/api/v1/signin", action: "Sign in", failure: "Sign in error" },
  { name: "sign-up", call: "/api/v1/signup", action: "Create account", failure: "Sign up error" },
] as const;

type Form = (typeof FORMS)[number];

function open(form: Form) {
  const onDone = vi.fn();
  const page =
    form.name === "sign-in" ? (
      <SignIn onDone={onDone} signUpPath="/up" />
    ) : (
      <SignUp invitation={undefined} onDone={onDone} signInPath="/in" />
    );
  const { unmount } = render(
    <MemoryRouter>
      {page}
      <Toaster theme="dark" />
    </MemoryRouter>,
  );
  const user = userEvent.setup();
  const fill = async (username: string, password: string) => {
    if (username) await user.type(screen.getByLabelText("Username"), username);
    if (password) await user.type(screen.getByLabelText("Password"), password);
  };
  const submit = () => user.click(screen.getByRole("button", { name: form.action }));
  return { user, onDone, fill, submit, unmount };
}

/** Stubs the form's call, and records the request. */
function answer(form: Form, respond: () => Response | Promise<Response>) {
  const sent: unknown[] = [];
  server.use(
    http.post(form.call, async ({ request }) => {
      sent.push(await request.json());
      return respond();
    }),
  );
  return sent;
}

const welcome = () => HttpResponse.json({ token: "secret" });
const refuse = (status: number, body: object) => () => HttpResponse.json(body, { status });

describe.each(FORMS)("$name", (form) => {
  test("AUTH-01 AUTH-02 UI-08 sends username and password, stores the token, shows a success toast", async () => {
    const sent = answer(form, welcome);
    const { fill, submit } = open(form);
    await fill("Maya", "Abcdef1!");
    await submit();
    expect(await screen.findByText(/^(Signed in|Account created)$/)).toBeVisible();
    expect(sent).toEqual([{ username: "Maya", password: "Abcdef1!" }]);
    expect(localStorage.getItem("token")).toBe("secret");
  });

  test("AUTH-03 moves on 1000 ms after success, not before", async () => {
    answer(form, welcome);
    const { fill, onDone } = open(form);
    await fill("Maya", "Abcdef1!");
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    fireEvent.click(screen.getByRole("button", { name: form.action }));
    // Fake timers stand still while the response is awaited.
    await act(() =>
      vi.waitFor(() => expect(localStorage.getItem("token")).toBe("secret"), { interval: 0, timeout: 60_000 }),
    );
    act(() => void vi.advanceTimersByTime(999));
    expect(onDone).not.toHaveBeenCalled();
    act(() => void vi.advanceTimersByTime(1));
    expect(onDone).toHaveBeenCalledOnce();
  });

  test("AUTH-06 VAL-13 shows the first broken rule under each field, and sends nothing", async () => {
    const sent = answer(form, welcome);
    const { fill, submit, user } = open(form);
    await fill("m4", "abcdefgh");
    await submit();
    const name = screen.getByLabelText("Username");
    const secret = screen.getByLabelText("Password");
    expect(name).toHaveAccessibleDescription("Username must be atleast 3 characters long");
    expect(secret).toHaveAccessibleDescription("Password should contain atleast one uppercase character");
    expect(name).toHaveFocus();
    expect(sent).toEqual([]);

    await user.type(name, "ya");
    expect(name).toHaveAccessibleDescription("Username must only contain letters");
    await user.clear(name);
    await user.type(name, "Maya");
    expect(name).toBeValid();
    expect(screen.getAllByRole("alert").map((line) => line.textContent)).toContain("");
  });

  test("AUTH-06 an empty form names both fields", async () => {
    const { submit } = open(form);
    await submit();
    expect(screen.getByLabelText("Username")).toHaveAccessibleDescription("Username must be atleast 3 characters long");
    expect(screen.getByLabelText("Password")).toHaveAccessibleDescription(
      "Password should be atleast 8 characters long",
    );
  });

  test.each([
    [400, "Username must only contain letters"],
    [429, "Too many tries. Wait a minute."],
  ])("ERR-01 ERR-02 a %d shows the server's message", async (status, message) => {
    answer(form, refuse(status, { message }));
    const { fill, submit, onDone } = open(form);
    await fill("Maya", "Abcdef1!");
    await submit();
    const shown = (await screen.findByText(form.failure)).closest("li") as HTMLElement;
    expect(within(shown).getByText(message)).toBeVisible();
    expect(localStorage.getItem("token")).toBeNull();
    expect(onDone).not.toHaveBeenCalled();
  });

  test.each([
    ["no message", refuse(500, {})],
    ["no answer", () => HttpResponse.error()],
  ])("ERR-01 ERR-02 %s shows the default, the same words on both", async (_, respond) => {
    answer(form, respond);
    const { fill, submit } = open(form);
    await fill("Maya", "Abcdef1!");
    await submit();
    expect(await screen.findByText(form.failure)).toBeVisible();
    expect(screen.getByText("Sign up failed")).toBeVisible();
  });

  test("a form can be sent again after an error", async () => {
    answer(form, refuse(409, { message: "Taken" }));
    const { fill, submit } = open(form);
    await fill("Maya", "Abcdef1!");
    await submit();
    await screen.findByText("Taken");
    answer(form, welcome);
    await submit();
    await waitFor(() => expect(localStorage.getItem("token")).toBe("secret"));
  });

  test("a second press while the request is pending sends nothing", async () => {
    const sent = answer(form, async () => {
      await delay(50);
      return welcome();
    });
    const { fill, submit, user } = open(form);
    await fill("Maya", "Abcdef1!");
    await user.dblClick(screen.getByRole("button", { name: form.action }));
    await submit();
    await user.type(screen.getByLabelText("Password"), "{Enter}");
    expect(screen.getByRole("button", { name: form.action })).toHaveAttribute("aria-busy", "true");
    await waitFor(() => expect(localStorage.getItem("token")).toBe("secret"));
    await submit();
    expect(sent).toHaveLength(1);
  });

  test("leaving the page within that second cancels the redirect", async () => {
    answer(form, welcome);
    const { fill, submit, onDone, unmount } = open(form);
    await fill("Maya", "Abcdef1!");
    await submit();
    await waitFor(() => expect(localStorage.getItem("token")).toBe("secret"));
    unmount();
    await delay(1100);
    expect(onDone).not.toHaveBeenCalled();
  });

  test("the password can be shown and hidden", async () => {
    const { user } = open(form);
    const secret = screen.getByLabelText("Password");
    expect(secret).toHaveAttribute("type", "password");
    await user.click(screen.getByRole("button", { name: "Show password" }));
    expect(secret).toHaveAttribute("type", "text");
    await user.click(screen.getByRole("button", { name: "Hide password" }));
    expect(secret).toHaveAttribute("type", "password");
  });
});

test("sign-up lists the rules of username and password from the start, and ticks off those that are met", async () => {
  const { fill } = open(FORMS[1]);
  await fill("Maya", "lamplight");
  const rules = within(screen.getByRole("list", { name: "What name and password need" })).getAllByRole("listitem");
  expect(rules.map((rule) => rule.textContent)).toEqual([
    "A name of 3 to 10 letters, A to Z, done",
    "A password of 8 to 20 characters, done",
    "One uppercase letter",
    "One lowercase letter, done",
    "One number",
    "One special character",
  ]);
});

test("a wrong password is also reported under its field, until the user types", async () => {
  answer(FORMS[0], refuse(401, { message: "Username or password is incorrect" }));
  const { fill, submit, user } = open(FORMS[0]);
  await fill("Maya", "Abcdef1!");
  await submit();
  const secret = screen.getByLabelText("Password");
  await waitFor(() => expect(secret).toHaveAccessibleDescription("Username or password is incorrect"));
  expect(secret).toHaveFocus();
  expect(await screen.findByText("Sign in error")).toBeVisible();
  await user.type(secret, "x");
  expect(secret).toBeValid();
});

test("a taken username is also reported under its field", async () => {
  answer(FORMS[1], refuse(409, { message: "Username is already taken" }));
  const { fill, submit } = open(FORMS[1]);
  await fill("Maya", "Abcdef1!");
  await submit();
  await waitFor(() =>
    expect(screen.getByLabelText("Username")).toHaveAccessibleDescription("Username is already taken"),
  );
});

test("a new visitor is greeted, and offered an account first", () => {
  render(
    <MemoryRouter>
      <SignIn newcomer onDone={() => {}} signUpPath="/up" />
    </MemoryRouter>,
  );
  expect(screen.getByRole("heading", { name: "Welcome to Engram." })).toBeVisible();
  expect(screen.getByRole("link", { name: "Make an account" })).toHaveAttribute("href", "/up");
});

test("the rules of name and password are read out with their fields", () => {
  open(FORMS[1]);
  const rules = /8 to 20 characters/;
  expect(screen.getByLabelText("Username")).toHaveAccessibleDescription(rules);
  expect(screen.getByLabelText("Password")).toHaveAccessibleDescription(rules);
});
