import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { delay, HttpResponse, http } from "msw";
import { MemoryRouter, useLocation } from "react-router";
import { SWRConfig } from "swr";
import { describe, expect, test, vi } from "vitest";
import { beforeSignOut, setToken } from "@/api/session";
import { setSingleKeys } from "@/lib/single-keys";
import { stubLayout } from "@/test/layout";
import { server } from "@/test/server";
import { BrainMark } from "@/ui/icons";
import { Toasts } from "@/ui/toasts";
import { Header } from ".";

const MAYA = { username: "Maya", email: "maya@example.com", isPremium: false, subscription: null };
const REPOSITORY = "https://code.example/engram";

interface Scene {
  token?: string;
  answer?: () => Response | Promise<Response>;
}

function open({ token = "secret", answer = () => HttpResponse.json(MAYA) }: Scene = {}) {
  if (token) setToken(token);
  server.use(http.get("/api/v1/getuser", answer));
  const calls = { onAdd: vi.fn(), onSignedOut: vi.fn(), onToggleTheme: vi.fn(), onFind: vi.fn() };
  render(
    <MemoryRouter>
      <SWRConfig value={{ provider: () => new Map() }}>
        <Header
          homePath="/home"
          signInPath="/auth/signin"
          upgradePath="/upgrade"
          profilePath="/profile"
          conversationsPath="/conversations"
          settingsPath="/settings"
          adminPath="/admin"
          repositoryUrl={REPOSITORY}
          dark
          {...calls}
        />
        <p>elsewhere</p>
        <Where />
      </SWRConfig>
    </MemoryRouter>,
  );
  return { ...calls, user: userEvent.setup() };
}

function Where() {
  return <span data-testid="where">{useLocation().pathname}</span>;
}

const avatar = () => screen.getByRole("button", { name: "User menu" });
// Its code arrives with the first press.
async function openMenu(user: ReturnType<typeof userEvent.setup>) {
  await user.click(avatar());
  await screen.findByRole("menu");
}

const menu = () => screen.getByRole("menu", { name: "User menu" });
const entry = (name: string) => within(menu()).getByRole("menuitem", { name });

describe("header", () => {
  test("HOME-02 a brain button leads home", () => {
    open();
    const { container: brain } = render(<BrainMark />);
    const home = screen.getByRole("link", { name: "Engram home" });
    expect(home).toHaveAttribute("href", "/home");
    expect(home).toContainHTML(brain.innerHTML);
    expect(screen.getByRole("banner")).toHaveClass("bar");
  });

  test("HOME-03 the badge shows for premium users", async () => {
    open({ answer: () => HttpResponse.json({ ...MAYA, isPremium: true }) });
    expect(await screen.findByText("Premium")).toBeVisible();
  });

  test("HOME-03 free users have the way to Upgrade Pro in place of the badge", async () => {
    open();
    expect(await screen.findByRole("link", { name: "Upgrade Pro" })).toHaveAttribute("href", "/upgrade");
    expect(screen.queryByText("Premium")).not.toBeInTheDocument();
  });

  test("HOME-03 premium users have no upgrade, and neither shows before the user is known", async () => {
    open({ answer: () => HttpResponse.json({ ...MAYA, isPremium: true }) });
    expect(screen.queryByRole("link", { name: "Upgrade Pro" })).not.toBeInTheDocument();
    expect(screen.queryByText("Premium")).not.toBeInTheDocument();
    await screen.findByText("Premium");
    expect(screen.queryByRole("link", { name: "Upgrade Pro" })).not.toBeInTheDocument();
  });

  test("the search field opens the palette, and shows its key", async () => {
    const { user, onFind } = open();
    const seek = screen.getByRole("button", { name: "Find or do anything" });
    expect(seek).toHaveTextContent("CtrlK");
    expect(seek).toHaveAttribute("aria-keyshortcuts", "Control+K Meta+K");
    await user.click(seek);
    expect(onFind).toHaveBeenCalledOnce();
  });

  test("HOME-04 Add Memory opens the panel", async () => {
    const { user, onAdd } = open();
    await user.click(screen.getByRole("button", { name: "Add Memory" }));
    expect(onAdd).toHaveBeenCalledOnce();
  });

  test("HOME-05 without a token it shows Log In, and the user is not requested", () => {
    open({ token: "", answer: () => expect.fail("no call without a token") });
    expect(screen.getByRole("link", { name: "Log In" })).toHaveAttribute("href", "/auth/signin");
    expect(screen.queryByRole("button", { name: "User menu" })).not.toBeInTheDocument();
  });

  test.each([
    ["Maya", "M"],
    ["Maya Lin Chen", "ML"],
  ])("HOME-06 %s shows as %s", async (username, initials) => {
    open({ answer: () => HttpResponse.json({ ...MAYA, username }) });
    await waitFor(() => expect(avatar().textContent).toBe(initials));
  });

  test("HOME-06 the avatar toggles the menu", async () => {
    const { user } = open();
    expect(avatar()).toHaveAttribute("aria-expanded", "false");
    await openMenu(user);
    expect(menu()).toBeVisible();
    expect(avatar()).toHaveAttribute("aria-expanded", "true");
    await user.click(avatar());
    expect(screen.queryByRole("menu")).not.toBeInTheDocument();
  });
});

describe("user menu", () => {
  test("MENU-01 MENU-02 shows initials, name and email", async () => {
    const { user } = open();
    await openMenu(user);
    const panel = menu().parentElement as HTMLElement;
    expect(await within(panel).findByText("Maya")).toBeVisible();
    expect(within(panel).getByText("maya@example.com")).toBeVisible();
    expect(within(panel).getByText("M")).toBeVisible();
    expect(panel).toHaveClass("menu");
  });

  test("MENU-02 ERR-22 placeholders until the user is known, and when that fails", async () => {
    const logged = vi.spyOn(console, "error").mockReturnValue();
    const { user } = open({
      answer: async () => {
        await delay(20);
        return HttpResponse.json({ message: "down" }, { status: 503 });
      },
    });
    await openMenu(user);
    expect(screen.getByLabelText("Loading your name and email")).toBeVisible();
    await waitFor(() => expect(logged).toHaveBeenCalled());
    expect(screen.getByLabelText("Loading your name and email")).toBeVisible();
    expect(screen.queryByText("down")).not.toBeInTheDocument();
  });

  test("MENU-03 Profile goes to the profile page, and the menu closes", async () => {
    const { user } = open();
    await openMenu(user);
    expect(entry("Profile")).toHaveAttribute("href", "/profile");
    await user.click(entry("Profile"));
    expect(screen.getByTestId("where")).toHaveTextContent("/profile");
    expect(screen.queryByRole("menu")).not.toBeInTheDocument();
  });

  test("single keys are beside the entries while they are on", async () => {
    const { user } = open();
    await openMenu(user);
    expect(within(entry("Logout")).getByText("Q")).toBeInTheDocument();
    await user.keyboard("{Escape}");
    setSingleKeys(false);
    await openMenu(user);
    expect(within(entry("Logout")).queryByText("Q")).not.toBeInTheDocument();
  });

  test("MENU-04 an entry toggles light and dark, and the menu stays", async () => {
    const { user, onToggleTheme } = open();
    await openMenu(user);
    const check = within(menu()).getByRole("menuitemcheckbox", { name: "Dark mode" });
    expect(check).toBeChecked();
    await user.click(check);
    expect(onToggleTheme).toHaveBeenCalledOnce();
    expect(menu()).toBeVisible();
  });

  test("Settings have a page of their own", async () => {
    const { user } = open();
    await openMenu(user);
    await user.click(entry("Settings"));
    expect(screen.getByTestId("where")).toHaveTextContent("/settings");
    expect(screen.queryByRole("menu")).not.toBeInTheDocument();
  });

  test("Admin is in the menu for owners only", async () => {
    const { user } = open({ answer: () => HttpResponse.json({ ...MAYA, role: "owner" }) });
    await screen.findByText("M");
    await openMenu(user);
    await user.click(entry("Admin"));
    expect(screen.getByTestId("where")).toHaveTextContent("/admin");
  });

  test("a member's menu has no Admin", async () => {
    const { user } = open({ answer: () => HttpResponse.json(MAYA) });
    await screen.findByText("M");
    await openMenu(user);
    expect(entry("Settings")).toBeVisible();
    expect(within(menu()).queryByRole("menuitem", { name: "Admin" })).not.toBeInTheDocument();
  });

  test("MENU-05 API is greyed out and does nothing", async () => {
    const { user } = open();
    await openMenu(user);
    expect(entry("API")).toHaveAttribute("aria-disabled", "true");
    await user.click(entry("API"));
    expect(menu()).toBeVisible();
  });

  test("MENU-06 the repository opens in a new window", async () => {
    const { user } = open();
    await openMenu(user);
    expect(entry("Source code")).toHaveAttribute("href", REPOSITORY);
    expect(entry("Source code")).toHaveAttribute("target", "_blank");
  });

  test("MENU-07 MENU-08 Logout ends the session on the server and removes the token", async () => {
    let ended: string | null = null;
    server.use(
      http.post("/api/v1/signout", ({ request }) => {
        ended = request.headers.get("authorization");
        return HttpResponse.json({ message: "Signed out" });
      }),
    );
    const { user, onSignedOut } = open();
    await openMenu(user);
    await user.click(entry("Logout"));
    await waitFor(() => expect(onSignedOut).toHaveBeenCalledOnce());
    expect(ended).toBe("secret");
    expect(localStorage.getItem("token")).toBeNull();
  });

  test.each([
    ["refuses", () => HttpResponse.json({ message: "no" }, { status: 500 })],
    ["does not answer", () => HttpResponse.error()],
  ])("MENU-07 Logout removes the token also when the server %s", async (_, answer) => {
    vi.spyOn(console, "error").mockReturnValue();
    server.use(http.post("/api/v1/signout", answer));
    const { user, onSignedOut } = open();
    await openMenu(user);
    await user.click(entry("Logout"));
    await waitFor(() => expect(onSignedOut).toHaveBeenCalledOnce());
    expect(localStorage.getItem("token")).toBeNull();
  });

  test("MENU-07 Logout waits at most 3 s for what must be done before", async () => {
    let ended = false;
    server.use(
      http.post("/api/v1/signout", () => {
        ended = true;
        return HttpResponse.json({ message: "Signed out" });
      }),
    );
    beforeSignOut(() => (ended ? Promise.resolve() : new Promise(() => {})));
    const { user, onSignedOut } = open();
    await openMenu(user);
    await user.click(entry("Logout"));
    expect(ended).toBe(false);
    await waitFor(() => expect(onSignedOut).toHaveBeenCalledOnce());
    expect(ended).toBe(true);
    expect(localStorage.getItem("token")).toBeNull();
  });

  test("MENU-09 a click outside and Escape close it; Escape returns the focus", async () => {
    const { user } = open();
    await openMenu(user);
    await user.click(screen.getByText("elsewhere"));
    expect(screen.queryByRole("menu")).not.toBeInTheDocument();
    await openMenu(user);
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("menu")).not.toBeInTheDocument();
    expect(avatar()).toHaveFocus();
  });

  test("the keyboard walks through the entries", async () => {
    const { user } = open();
    avatar().focus();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(entry("Profile")).toHaveFocus());
    expect(entry("Profile")).toHaveFocus();
    await user.keyboard("{ArrowDown}");
    expect(entry("Conversations")).toHaveFocus();
    await user.keyboard("{ArrowDown}");
    expect(within(menu()).getByRole("menuitemcheckbox", { name: "Dark mode" })).toHaveFocus();
    await user.keyboard("{ArrowDown}");
    expect(entry("Settings")).toHaveFocus();
    await user.keyboard("{End}");
    expect(entry("Logout")).toHaveFocus();
    await user.keyboard("{ArrowDown}");
    expect(entry("Profile")).toHaveFocus();
    await user.keyboard("{ArrowUp}{Home}");
    expect(entry("Profile")).toHaveFocus();
    await user.tab();
    expect(screen.queryByRole("menu")).not.toBeInTheDocument();
  });
});

test("a menu that fails to load is reported in a toast", async () => {
  stubLayout();
  vi.doMock("./user-menu", () => {
    throw new Error("the chunk is gone");
  });
  const logged = vi.spyOn(console, "error").mockReturnValue();
  render(<Toasts theme="dark" />);
  await screen.findByRole("region", { name: /Messages/ });
  open();
  // A press alone: the mock fails but once, and a pointer on its way there would use that up.
  fireEvent.click(avatar());
  expect(await screen.findByText("The menu did not open. Please try again.")).toBeVisible();
  expect(logged).toHaveBeenCalledOnce();
  expect(screen.queryByRole("menu")).not.toBeInTheDocument();
  vi.doUnmock("./user-menu");
});
