import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { aSession, serveAccount } from "@/test/account";
import { stubLayout } from "@/test/layout";
import { renderProfile } from "@/test/render-profile";
import { server } from "@/test/server";

beforeEach(() => {
  stubLayout();
});

const title = () => screen.getByRole("heading", { name: "Where you are signed in" });
const rows = () => {
  const list = title().nextElementSibling as HTMLElement;
  return within(list).getAllByRole("listitem");
};
const button = (name: string) => screen.findByRole("button", { name });

describe("the sessions", () => {
  it("are listed with their device and last use, and the current one is marked", async () => {
    serveAccount();
    renderProfile();
    await button("Sign out Safari on iPhone");
    expect(rows().map((row) => row.textContent)).toEqual([
      "Firefox on LinuxActive now · Signed in 3 hours agoThis device",
      "Safari on iPhone3 hours ago · Signed in 3 hours agoSign out",
    ]);
  });

  it("disappear when signed out, and the history is refetched", async () => {
    const account = serveAccount();
    renderProfile();
    const out = await button("Sign out Safari on iPhone");
    account.events = [
      { id: "new", kind: "session-ended", text: "Safari on iPhone", at: new Date().toISOString(), device: null },
    ];
    await userEvent.dblClick(out);
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(title()).toHaveFocus();
    expect(await screen.findByText("Just now")).toBeVisible();
    expect((await screen.findAllByText("Signed out Safari on iPhone")).length).toBeGreaterThan(1);
    expect(screen.queryByRole("button", { name: "Sign out everywhere else" })).not.toBeInTheDocument();
  });

  it("disappear also if they had ended meanwhile", async () => {
    serveAccount();
    server.use(http.delete("/api/v1/sessions/:id", () => HttpResponse.json({ message: "no" }, { status: 404 })));
    renderProfile();
    await userEvent.click(await button("Sign out Safari on iPhone"));
    expect(await screen.findByText("Signed out Safari on iPhone")).toBeVisible();
  });

  it("other than the current one are signed out together", async () => {
    serveAccount([
      aSession({ id: "here", current: true }),
      ...["a", "b", "c"].map((id) => aSession({ id, device: id })),
    ]);
    renderProfile();
    await userEvent.click(await button("Sign out everywhere else"));
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(await screen.findByText("Signed out everywhere else")).toBeVisible();
    expect(title()).toHaveFocus();
  });

  it.each([
    ["refuses", () => HttpResponse.json({ message: "down" }, { status: 500 })],
    ["does not answer", () => HttpResponse.error()],
  ])("when the server %s, an error is shown and the button works again", async (_, answer) => {
    vi.spyOn(console, "error").mockReturnValue();
    serveAccount();
    server.use(http.delete("/api/v1/sessions/:id", answer));
    renderProfile();
    const out = await button("Sign out Safari on iPhone");
    await userEvent.click(out);
    expect(await screen.findByText("That device could not be signed out. Please try again.")).toBeVisible();
    expect(rows()).toHaveLength(2);
    await waitFor(() => expect(out).not.toHaveAttribute("aria-busy", "true"));
    expect(out).toHaveFocus();
  });

  it("are all shown if there are a hundred, with any device name", async () => {
    const strange = ["<img src=x onerror=alert(1)>", "‮moc.elgoog", "x".repeat(5000), "📱🔥"];
    serveAccount(Array.from({ length: 100 }, (_, i) => aSession({ id: `s${i}`, device: strange[i] ?? `Device ${i}` })));
    renderProfile();
    await waitFor(() => expect(rows()).toHaveLength(100));
    expect(screen.getByText(strange[0] ?? "").tagName).toBe("BDI");
    expect(document.querySelector("img")).toBeNull();
  });

  it("ERR-22 a failure to load is only logged", async () => {
    const logged = vi.spyOn(console, "error").mockReturnValue();
    serveAccount();
    server.use(http.get("/api/v1/sessions", () => HttpResponse.json({ message: "down" }, { status: 500 })));
    renderProfile();
    await waitFor(() => expect(logged).toHaveBeenCalled());
    expect(screen.getByRole("status", { name: "Loading the devices" })).toBeInTheDocument();
    expect(screen.queryByText("down")).not.toBeInTheDocument();
  });
});

describe("the usage", () => {
  it("is shown in words, and as bars where there is a limit", async () => {
    serveAccount();
    renderProfile();
    const documents = await screen.findByRole("meter", { name: "Documents" });
    expect(documents).toHaveAttribute("aria-valuetext", "1 of 2");
    expect(documents).toHaveAttribute("aria-valuenow", "1");
    expect(documents.firstElementChild).toHaveStyle({ width: "50%" });
    expect(screen.getByRole("meter", { name: "Searches today" })).toHaveAttribute(
      "aria-valuetext",
      "20 of 20, all used",
    );
    expect(screen.queryByRole("meter", { name: "Memories" })).not.toBeInTheDocument();
    expect(screen.getByText("48 saved, no limit")).toBeVisible();
    expect(screen.getByText(/^Documents count while they are kept/)).toBeVisible();
    expect(screen.getByText(/^Searches start again at \d+:\d\d\s[AP]M\.$/)).toBeVisible();
  });

  it("shows no reset time where searches have no limit", async () => {
    const account = serveAccount();
    account.usage = { ...account.usage, searches: { used: 3, limit: null, resetsAt: "2026-11-23T00:00:00Z" } };
    renderProfile();
    expect(await screen.findByText("3 asked, no limit")).toBeVisible();
    expect(screen.queryByText(/start again/)).not.toBeInTheDocument();
  });
});
