import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { Link, MemoryRouter, Route, Routes } from "react-router";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { aUser, serveAccount } from "@/test/account";
import { stubLayout } from "@/test/layout";
import { renderProfile as open } from "@/test/render-profile";
import { server } from "@/test/server";
import { Profile } from ".";

/** Stubs the server's response to a password change, and records the request. */
function serve(answer: () => Response) {
  const sent: unknown[] = [];
  server.use(
    http.post("/api/v1/resetpassword", async ({ request }) => {
      sent.push(await request.json());
      return answer();
    }),
  );
  return sent;
}

const said = (status: number, message: string) => () => HttpResponse.json({ message }, { status });
const fields = () =>
  ["Current Password", "New Password", "Confirm New Password"].map((name) => screen.getByLabelText(name));

async function change(current: string, fresh: string, confirmed = fresh) {
  for (const [index, text] of [current, fresh, confirmed].entries()) {
    const field = fields()[index];
    if (field) fireEvent.change(field, { target: { value: text } });
  }
  await userEvent.click(screen.getByRole("button", { name: "Update Password" }));
}

/** Returns the alert of the form. The fields have alerts of their own. */
const refused = () => screen.getAllByRole("alert")[0];
const cleared = () =>
  waitFor(() => expect(fields().map((field) => (field as HTMLInputElement).value)).toEqual(["", "", ""]));

it("focuses its title after a navigation within the app, but not after a page load", async () => {
  const profile = (
    <Profile
      homePath="/home"
      upgradePath="/upgrade"
      profilePath="/profile"
      dataPath="/profile/data"
      feedsPath="/profile/feeds"
      settingsPath="/settings"
      user={aUser()}
      refreshUser={async () => {}}
    />
  );
  render(
    <MemoryRouter initialEntries={["/home"]}>
      <Routes>
        <Route path="/home" element={<Link to="/profile">Go</Link>} />
        <Route path="/profile" element={profile} />
      </Routes>
    </MemoryRouter>,
  );
  await userEvent.click(screen.getByRole("link", { name: "Go" }));
  expect(screen.getByRole("heading", { level: 1 })).toHaveFocus();
  cleanup();
  open();
  expect(document.body).toHaveFocus();
});

beforeEach(() => {
  stubLayout();
  serveAccount();
});

describe("the page", () => {
  it("PROF-01 PROF-02 has a sidebar with the sections and the way home", () => {
    open();
    const side = within(screen.getByRole("complementary", { name: "Account" }));
    expect(side.getByRole("link", { name: "Engram" })).toHaveAttribute("href", "/home");
    const links = within(side.getByRole("navigation")).getAllByRole("link");
    expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
      ["Profile", "#profile"],
      ["Usage", "#usage"],
      ["Security", "#security"],
      ["Subscription", "#subscription"],
      ["Your data", "/profile/data"],
      ["Feeds", "/profile/feeds"],
      ["Settings", "/settings"],
    ]);
    for (const link of links.slice(0, 4))
      expect(document.querySelector(link.getAttribute("href") ?? "")).toBeInTheDocument();
    expect(links[0]).toHaveAttribute("aria-current", "location");
    // The sections above have scrolled out, and the next one starts in the upper part of the viewport.
    const tops: Record<string, number> = { profile: -900, usage: -400, security: 20, subscription: 900 };
    vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
      return { top: tops[this.id] ?? 0 } as DOMRect;
    });
    fireEvent.scroll(window);
    expect(links.map((link) => link.getAttribute("aria-current"))).toEqual([
      null,
      null,
      "location",
      null,
      null,
      null,
      null,
    ]);
  });

  it("PROF-02 the menu toggle opens and folds the sections; Escape folds them and keeps the focus on it", async () => {
    open();
    const toggle = screen.getByRole("button", { name: "Menu" });
    const nav = screen.getByRole("navigation", { name: "Sections" });
    expect(toggle).toHaveAttribute("aria-controls", nav.id);
    expect(nav).toHaveClass("shut");
    await userEvent.click(toggle);
    expect(toggle).toHaveAttribute("aria-expanded", "true");
    expect(nav).not.toHaveClass("shut");
    screen.getByRole("link", { name: "Security" }).focus();
    await userEvent.keyboard("{Escape}");
    expect(toggle).toHaveAttribute("aria-expanded", "false");
    expect(toggle).toHaveFocus();
  });

  it("PROF-03 shows the username and the email", () => {
    open();
    const about = within(screen.getByRole("region", { name: "About you" }));
    expect(about.getByText("Username").nextSibling).toHaveTextContent("Maya");
    expect(about.getByText("Email").nextSibling).toHaveTextContent("maya@example.com");
  });

  it("PROF-03 says so while there is no email, and shows names as they are written", () => {
    open(aUser({ username: "<b>Maya</b>", email: null }));
    expect(screen.getAllByText("<b>Maya</b>").length).toBeGreaterThan(0);
    expect(screen.getByText("No email yet")).toBeVisible();
  });

  it("ERR-22 has placeholders until the user is known", () => {
    open(null);
    expect(screen.getAllByLabelText("Loading")).toHaveLength(3);
    expect(screen.queryByText("Free")).not.toBeInTheDocument();
    expect(screen.queryByRole("button", { name: /email/ })).not.toBeInTheDocument();
    expect(screen.queryByText("Pro Membership")).not.toBeInTheDocument();
    expect(screen.queryByRole("link", { name: "Upgrade Pro" })).not.toBeInTheDocument();
  });

  it("PROF-14 names the support address", () => {
    open();
    expect(screen.getByText(/Something wrong\? Contact/)).toBeVisible();
    expect(screen.getByRole("link", { name: "help@engram.example" })).toHaveAttribute(
      "href",
      "mailto:help@engram.example",
    );
  });
});

describe("the change of the password", () => {
  it("PROF-04 PROF-05 PROF-15 ERR-16 sends both, reports success twice and clears the fields", async () => {
    const sent = serve(said(200, "Password updated successfully"));
    open();
    await change("Old1!word", "New1!word");
    expect(await screen.findByText("Password updated successfully")).toBeVisible();
    expect(screen.getByText("Password updated successfully").closest("[role=status]")).not.toBeNull();
    expect(await screen.findByText("Password reset successfull")).toBeVisible();
    expect(sent).toEqual([{ oldPassword: "Old1!word", newPassword: "New1!word" }]);
    await cleared();
    expect(screen.getByRole("button", { name: "Update Password" })).toHaveFocus();
  });

  it("PROF-05 ERR-14 two different new passwords are not sent", async () => {
    const sent = serve(said(200, "ok"));
    open();
    await change("Old1!word", "New1!word", "New2!word");
    expect(refused()).toHaveTextContent("New passwords do not match");
    expect(sent).toEqual([]);
    await cleared();
  });

  it("PROF-05 ERR-15 a wrong old password is reported in the banner and in a toast", async () => {
    serve(said(403, "Incorrect current password"));
    open();
    await change("Wrong1!word", "New1!word");
    await waitFor(() => expect(refused()).toHaveTextContent("Old Password doesn't match"));
    expect(await screen.findByText("Incorrect current password")).toBeVisible();
    await cleared();
  });

  it.each([
    [400, "Password must contain at least one number"],
    [429, "Too many tries. Please wait a minute."],
  ])("VAL-20 PROF-15 on a %d the banner has the server's reason", async (status, reason) => {
    serve(said(status, reason));
    open();
    await change("Old1!word", "weak");
    await waitFor(() => expect(refused()).toHaveTextContent(reason));
    await cleared();
  });

  it.each([
    ["refuses", said(500, "down")],
    ["does not answer", () => HttpResponse.error()],
  ])("PROF-05 ERR-25 when the server %s, that is only logged", async (_, answer) => {
    const logged = vi.spyOn(console, "error").mockReturnValue();
    serve(answer);
    open();
    await change("Old1!word", "New1!word");
    await cleared();
    expect(logged).toHaveBeenCalledOnce();
    expect(refused()).toBeEmptyDOMElement();
    expect(document.querySelector(".banner")).toBeNull();
    expect(screen.queryByText("down")).not.toBeInTheDocument();
  });

  it("VAL-19 all three are required", async () => {
    const sent = serve(said(200, "ok"));
    open();
    await change("Old1!word", "New1!word", "");
    await change("", "", "");
    expect(sent).toEqual([]);
    for (const field of fields()) expect(field).toBeRequired();
  });

  it("a banner disappears with the next attempt", async () => {
    serve(said(403, "no"));
    open();
    await change("Old1!word", "New1!word", "Other1!word");
    expect(refused()).toHaveTextContent("New passwords do not match");
    serve(said(200, "ok"));
    await change("Old1!word", "New1!word");
    expect(await screen.findByText("Password updated successfully")).toBeVisible();
    expect(refused()).toBeEmptyDOMElement();
  });
});
