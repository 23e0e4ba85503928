import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { serveAccount } from "@/test/account";
import { stubLayout } from "@/test/layout";
import { renderSettings as open } from "@/test/render-settings";
import { server } from "@/test/server";
import { lossText } from "./model";

beforeEach(stubLayout);

const choice = (name: RegExp) => screen.findByRole("radio", { name });

describe("how long conversations are kept", () => {
  it("says what will be deleted, and changes only on Save", async () => {
    const account = serveAccount();
    open();
    expect(await choice(/until you delete/)).toBeChecked();
    await userEvent.click(await choice(/90 days/));
    expect(screen.getByText(/not asked on for 90 days is deleted at once, for good/)).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Leave it as it is" }));
    expect(await choice(/until you delete/)).toBeChecked();
    expect(await choice(/until you delete/)).toHaveFocus();
    expect(account.keep).toBe("always");
    await userEvent.click(await choice(/Not kept/));
    expect(screen.getByText(/Every conversation is deleted at once, for good/)).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(account.keep).toBe("never"));
    await waitFor(() => expect(screen.queryByRole("button", { name: "Save" })).toBeNull());
    expect(await choice(/Not kept/)).toBeChecked();
  });

  it("is unchanged when saving fails, with an error", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const account = serveAccount();
    server.use(http.put("/api/v1/keep-conversations", () => HttpResponse.json({ message: "Broken" }, { status: 500 })));
    open();
    await userEvent.click(await choice(/Not kept/));
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("That could not be saved. Please try again.")).toBeVisible();
    expect(account.keep).toBe("always");
  });

  it("a longer term deletes nothing, and a change from never deletes what was asked meanwhile", () => {
    expect(lossText("90-days", "always")).toBe("Nothing is deleted.");
    expect(lossText("never", "90-days")).toMatch(/while nothing was kept is deleted at once/);
  });
});
