import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { aUser, serveAccount } from "@/test/account";
import { stubLayout } from "@/test/layout";
import { renderProfile } from "@/test/render-profile";
import { server } from "@/test/server";

const PRO = aUser({ isPremium: true, subscription: "sub_1" });
const QUESTION =
  "Are you sure you want to cancel your Pro membership? You'll lose access to all Pro features right now";

/** Stubs a server with this membership. Returns the number of cancellations. */
function serve(cancel: () => Response | Promise<Response> = () => HttpResponse.json({ message: "ok" })) {
  const cancelled = vi.fn(cancel);
  server.use(
    http.get("/api/v1/subscription/sub_1", () =>
      HttpResponse.json({ billing_cycle: "annual", next_billing_date: new Date(2027, 10, 20).toISOString() }),
    ),
    http.get("/api/v1/cancel-subscription", cancelled),
  );
  return cancelled;
}

const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const section = () => within(screen.getByRole("region", { name: "Subscription" }));
const card = () => screen.queryByRole("region", { name: "Pro Membership" });

beforeEach(() => {
  stubLayout();
  serveAccount();
});

describe("the membership", () => {
  it("PROF-06 ROLE-04 the card shows for premium users only", () => {
    renderProfile(aUser());
    expect(card()).not.toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Cancel Membership" })).not.toBeInTheDocument();
    expect(section().getByText("Current plan").nextSibling).toHaveTextContent("Free");
    expect(section().getByRole("link", { name: "Upgrade Pro" })).toHaveAttribute("href", "/upgrade");
  });

  it("PROF-06 PROF-07 PROF-08 it shows the plan, the cycle and the next billing date, which load", async () => {
    serve();
    renderProfile(PRO);
    expect(card()).toHaveTextContent("Current Plan: Pro");
    expect(card()).toHaveTextContent("Billing cycle: Loading...");
    expect(card()).toHaveTextContent("Next billing date: Loading ...");
    await waitFor(() => expect(card()).toHaveTextContent("Billing cycle: Annual"));
    expect(card()).toHaveTextContent("Next billing date: Sat Nov 20 2027");
    expect(section().queryByRole("link", { name: "Upgrade Pro" })).not.toBeInTheDocument();
  });

  it.each([404, 500])("ERR-24 a %d leaves both loading, and is only logged", async (status) => {
    const logged = vi.spyOn(console, "error").mockReturnValue();
    server.use(http.get("/api/v1/subscription/sub_1", () => HttpResponse.json({ message: "gone" }, { status })));
    renderProfile(PRO);
    await waitFor(() => expect(logged).toHaveBeenCalled());
    expect(card()).toHaveTextContent("Next billing date: Loading ...");
    expect(screen.queryByText("gone")).not.toBeInTheDocument();
  });

  it("PROF-09 PROF-10 PROF-11 PROF-12 it asks before it cancels; keeping it cancels nothing", async () => {
    const cancelled = serve();
    renderProfile(PRO);
    expect(screen.queryByText(QUESTION)).not.toBeInTheDocument();
    for (const keep of [() => press("Keep Membership"), () => userEvent.keyboard("{Escape}")]) {
      await press("Cancel Membership");
      const asked = within(screen.getByRole("group", { name: QUESTION }));
      expect(asked.getAllByRole("button").map((button) => button.textContent)).toEqual([
        "Yes, Cancel Membership",
        "Keep Membership",
      ]);
      expect(asked.getByRole("button", { name: "Keep Membership" })).toHaveFocus();
      await keep();
      expect(screen.queryByText(QUESTION)).not.toBeInTheDocument();
      expect(screen.getByRole("button", { name: "Cancel Membership" })).toHaveFocus();
    }
    expect(cancelled).not.toHaveBeenCalled();
    expect(card()).toBeInTheDocument();
  });

  it("PROF-12 PROF-13 PROF-15 ERR-17 after the cancellation the card is gone at once and both say so", async () => {
    const cancelled = serve();
    renderProfile(PRO, () => aUser());
    await press("Cancel Membership");
    await userEvent.dblClick(screen.getByRole("button", { name: "Yes, Cancel Membership" }));
    const banner = await screen.findByText("Membership cancelled successfully");
    expect(banner.closest("[role=status]")).toHaveFocus();
    expect(await screen.findByText("Membership cancelled")).toBeVisible();
    expect(card()).not.toBeInTheDocument();
    expect(screen.queryByText(QUESTION)).not.toBeInTheDocument();
    expect(section().getByRole("link", { name: "Upgrade Pro" })).toBeVisible();
    expect(cancelled).toHaveBeenCalledOnce();
  });

  it("PROF-12 a successful cancel hides the question even when the user can't be loaded again", async () => {
    serve();
    renderProfile(PRO, () => PRO);
    await press("Cancel Membership");
    await press("Yes, Cancel Membership");
    await waitFor(() => expect(screen.queryByText(QUESTION)).not.toBeInTheDocument());
    expect(screen.getByText("Membership cancelled successfully")).toBeVisible();
  });

  it.each([
    ["refuses", () => HttpResponse.json({ message: "down" }, { status: 500 })],
    ["does not answer", () => HttpResponse.error()],
  ])("ERR-27 U-15 when the server %s, that is only logged and the button can be used again", async (_, answer) => {
    const logged = vi.spyOn(console, "error").mockReturnValue();
    const cancelled = serve(answer);
    renderProfile(PRO);
    await press("Cancel Membership");
    for (const times of [1, 2]) {
      await press("Yes, Cancel Membership");
      await waitFor(() => expect(logged).toHaveBeenCalledTimes(times));
      expect(cancelled).toHaveBeenCalledTimes(times);
    }
    expect(screen.getByText(QUESTION)).toBeVisible();
    expect(screen.queryByText("down")).not.toBeInTheDocument();
    expect(document.querySelector(".banner")).toBeNull();
  });

  it("can't be kept while the cancellation is pending", async () => {
    let answer = (_: Response) => {};
    serve(() => new Promise<Response>((resolve) => (answer = resolve)));
    renderProfile(PRO, () => aUser());
    await press("Cancel Membership");
    await press("Yes, Cancel Membership");
    await press("Keep Membership");
    await userEvent.keyboard("{Escape}");
    expect(screen.getByText(QUESTION)).toBeVisible();
    answer(HttpResponse.json({ message: "ok" }));
    expect(await screen.findByText("Membership cancelled successfully")).toBeVisible();
  });
});
