import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, test, vi } from "vitest";
import { anInvitation, aPerson, JOB, renderAdmin, serveHousehold } from "@/test/household";
import { stubLayout } from "@/test/layout";
import { server } from "@/test/server";

beforeEach(() => {
  stubLayout();
});

const section = (name: string) => within(screen.getByRole("region", { name }));
const rows = async (name: string) => (await section(name).findAllByRole("row")).slice(1);
const rowOf = async (name: RegExp) => section("People").findByRole("row", { name });

/** Chooses what is done with Ben's account, and answers the question. */
async function choose(action: string, yes?: string) {
  await userEvent.click(await screen.findByRole("button", { name: /^Actions for .Ben.$/ }));
  await userEvent.click(screen.getByRole("menuitem", { name: action }));
  if (yes) await userEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: yes }));
}

const closed = () => waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());

test("the overview shows the installation in figures", async () => {
  serveHousehold();
  renderAdmin();
  const engram = section("This Engram");
  for (const [name, value] of [
    ["Version", "v0.9.0"],
    ["People", "2"],
    ["Memories", "96"],
    ["Database", "52 MB"],
    ["Files", "1.3 GB812 files"],
    ["Free space", /^88 GB/],
  ] as const)
    await waitFor(() => expect(engram.getByText(name).nextElementSibling).toHaveTextContent(value));
  expect(engram.getByRole("progressbar")).toHaveAttribute("aria-valuetext", "2,140 of 9,800 passages read closely");
});

describe("people", () => {
  it("are listed in a table, and owners can't act on themselves", async () => {
    serveHousehold();
    renderAdmin();
    const [maya, ben] = await rows("People");
    expect(maya).toHaveTextContent(/^MayaYouOwner/);
    expect(within(maya as HTMLElement).queryByRole("button")).not.toBeInTheDocument();
    expect(ben).toHaveTextContent(/^BenMember.*481\.2 MB$/);
    const headers = section("People").getAllByRole("columnheader");
    expect(headers.map((header) => header.textContent)).toEqual([
      "Name",
      "Role",
      "Joined",
      "Last seen",
      "Memories",
      "Files",
      "Actions",
    ]);
    expect(section("People").getByRole("table", { name: "People who have an account" })).toBeVisible();
  });

  it.each([
    ["Make an owner", "Make an owner", 'PUT people/ben/role {"role":"owner"}', /Ben.*Owner/],
    ["Disable", "Disable", 'PUT people/ben/disabled {"disabled":true}', /Ben.*Disabled/],
  ])("%s asks first, and shows what came of it", async (action, yes, call, row) => {
    const { calls } = serveHousehold();
    renderAdmin();
    await choose(action, "Cancel");
    await closed();
    expect(calls).toEqual([]);
    await choose(action, yes);
    await closed();
    expect(calls).toEqual([call]);
    expect(await rowOf(row)).toBeVisible();
    await waitFor(() => expect(screen.getByRole("button", { name: /^Actions for/ })).toHaveFocus());
  });

  it("an owner is demoted after a confirmation", async () => {
    const { calls } = serveHousehold({ people: [aPerson({ role: "owner" })] });
    renderAdmin();
    await choose("Make a member", "Make a member");
    expect(await rowOf(/Ben.*Member/)).toBeVisible();
    expect(calls).toEqual(['PUT people/ben/role {"role":"member"}']);
  });

  it("a disabled account is enabled without a confirmation", async () => {
    const { calls } = serveHousehold({ people: [aPerson({ disabled: true })] });
    renderAdmin();
    await choose("Enable");
    await waitFor(() => expect(screen.queryByText("Disabled")).not.toBeInTheDocument());
    expect(calls).toEqual(['PUT people/ben/disabled {"disabled":false}']);
  });

  it("a new password is shown once, in place of the confirmation, and copied", async () => {
    const { calls } = serveHousehold();
    const user = userEvent.setup();
    renderAdmin();
    await choose("New password", "Make a new password");
    const dialog = within(await screen.findByRole("dialog"));
    const field = await dialog.findByRole("textbox", { name: "New password" });
    expect(field).toHaveValue("Fresh1!word");
    await waitFor(() => expect(field).toHaveFocus());
    await user.click(dialog.getByRole("button", { name: "Copy" }));
    expect(await screen.findByText("New password copied")).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe("Fresh1!word");
    await userEvent.click(dialog.getByRole("button", { name: "Done" }));
    await closed();
    expect(screen.queryByDisplayValue("Fresh1!word")).not.toBeInTheDocument();
    expect(calls).toEqual(["POST people/ben/password"]);
  });

  it.each([
    [409, "There would be no owner left", "There would be no owner left"],
    [500, "", "That could not be done. Please try again."],
  ])("a refusal with %d is said in words, and the question stays", async (status, message, said) => {
    vi.spyOn(console, "error").mockReturnValue();
    serveHousehold();
    server.use(http.put("/api/v1/admin/people/:id/disabled", () => HttpResponse.json({ message }, { status })));
    renderAdmin();
    await choose("Disable", "Disable");
    expect(await screen.findByText(said)).toBeVisible();
    expect(screen.getByRole("dialog")).toBeVisible();
    expect(screen.queryByText("Disabled")).not.toBeInTheDocument();
  });

  it("a hundred people with any names fit", async () => {
    const strange = ["<img src=x>", "مريم", "x".repeat(500)];
    const people = Array.from({ length: 100 }, (_, i) => aPerson({ id: `${i}`, username: strange[i] ?? `P ${i}` }));
    serveHousehold({ people });
    renderAdmin();
    expect(await rows("People")).toHaveLength(100);
    for (const name of strange) expect(screen.getByText(name).tagName).toBe("BDI");
    expect(document.querySelector("img")).toBeNull();
  });

  it("further pages load on request", async () => {
    serveHousehold();
    server.use(
      http.get("/api/v1/admin/people", ({ request }) => {
        const after = new URL(request.url).searchParams.get("after");
        const people = [aPerson({ id: `${after}+`, username: `After ${after}` })];
        return HttpResponse.json({ people, more: !after, files: { count: 0, bytes: 0 } });
      }),
    );
    renderAdmin();
    await userEvent.click(await section("People").findByRole("button", { name: "Show more" }));
    expect(await screen.findByText("After null+")).toBeVisible();
    await waitFor(() => expect(screen.queryByRole("button", { name: "Show more" })).not.toBeInTheDocument());
  });
});

describe("invitations", () => {
  it("an invitation is made, its link shown once, and copied", async () => {
    const { calls } = serveHousehold();
    renderAdmin();
    expect(await screen.findByText("Nobody is invited yet.")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Make an invitation" }));
    const link = await screen.findByRole("textbox", { name: "Link" });
    expect(link).toHaveValue("https://engram.example/auth/signup#invitation=once");
    await waitFor(() => expect(link).toHaveFocus());
    expect(await section("Invitations").findByText(/^Open until/)).toBeVisible();
    expect(calls).toEqual(["POST invitations"]);
  });

  it("show who used them and which expired, and an open one is revoked after a confirmation", async () => {
    const past = "2025-01-02T12:00:00Z";
    const { calls } = serveHousehold({
      invitations: [
        anInvitation(),
        anInvitation({ id: "used", usedAt: past, usedBy: "مريم" }),
        anInvitation({ id: "ended", expiresAt: past }),
      ],
    });
    renderAdmin();
    const [open, used, ended] = await rows("Invitations");
    expect(used).toHaveTextContent("Used by مريم, Jan 2, 2025");
    expect(ended).toHaveTextContent("Ended Jan 2, 2025");
    expect(section("Invitations").getAllByRole("button", { name: "Revoke" })).toHaveLength(1);
    await userEvent.click(within(open as HTMLElement).getByRole("button", { name: "Revoke" }));
    expect(calls).toEqual([]);
    await userEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Revoke" }));
    await closed();
    expect(await rows("Invitations")).toHaveLength(2);
    expect(calls).toEqual(["DELETE invitations/i"]);
    await waitFor(() => expect(screen.getByRole("table", { name: /^Invitations/ }).parentElement).toHaveFocus());
  });

  it("no invitation can be made where sign-up is closed", async () => {
    document.documentElement.dataset.signUp = "closed";
    serveHousehold();
    renderAdmin();
    expect(screen.getByText("Sign-up is closed here, also by invitation.")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Make an invitation" })).not.toBeInTheDocument();
    delete document.documentElement.dataset.signUp;
  });
});

describe("jobs", () => {
  it("failed jobs show their reasons and can be retried", async () => {
    const { house, calls } = serveHousehold();
    house.overview.jobs = { waiting: 0, failed: [JOB], captures: [{ reason: "The page is gone", count: 3 }] };
    renderAdmin();
    const job = await section("Jobs").findByRole("row", {
      name: /Removing files.*3 tries.*the disk is full.*Given up/,
    });
    expect(section("Jobs").getByRole("row", { name: "The page is gone 3" })).toBeVisible();
    await userEvent.click(within(job).getByRole("button", { name: "Retry: Removing files" }));
    await waitFor(() => expect(screen.getByText("1 job waits.")).toHaveFocus());
    expect(screen.getByText("No job failed.")).toBeVisible();
    expect(calls).toEqual(["POST jobs/7/retry"]);
  });
});

test("data that fails to load says so, and can be loaded again", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  serveHousehold();
  server.use(http.get("/api/v1/admin/people", () => HttpResponse.error(), { once: true }));
  renderAdmin();
  expect(await screen.findByText("The people can’t be read right now.")).toBeVisible();
  await userEvent.click(section("People").getByRole("button", { name: "Try again" }));
  expect(await rowOf(/Ben/)).toBeVisible();
});
