import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { aUser, serveAccount } from "@/test/account";
import { stubLayout } from "@/test/layout";
import { renderProfile } from "@/test/render-profile";
import { server } from "@/test/server";

beforeEach(() => {
  stubLayout();
  serveAccount();
});

/** Stubs the server's response to an email address, and records the request. */
function serve(answer: () => Response = () => HttpResponse.json({ message: "Email saved" })) {
  const sent: string[] = [];
  server.use(
    http.put("/api/v1/email", async ({ request }) => {
      sent.push(((await request.json()) as { email: string }).email);
      return answer();
    }),
  );
  return sent;
}

const about = () => within(screen.getByRole("region", { name: "About you" }));
const field = () => screen.getByRole("textbox", { name: "Email" });

async function type(text: string) {
  await userEvent.clear(field());
  if (text) await userEvent.type(field(), text);
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
}

describe("the email", () => {
  it("PROF-03 PROF-15 is set in its place, and the focus comes back to where it was begun", async () => {
    const sent = serve();
    renderProfile(aUser({ email: null }), () => aUser({ email: "maya@new.example" }));
    await userEvent.click(screen.getByRole("button", { name: "Add email" }));
    expect(field()).toHaveFocus();
    await type(" maya@new.example ");
    expect(await screen.findByText("Email saved")).toBeVisible();
    expect(sent).toEqual(["maya@new.example"]);
    expect(await about().findByText("maya@new.example")).toBeVisible();
    expect(screen.getByRole("button", { name: "Change email" })).toHaveFocus();
  });

  it("is removed by leaving the field empty", async () => {
    const sent = serve();
    renderProfile(aUser(), () => aUser({ email: null }));
    await userEvent.click(screen.getByRole("button", { name: "Change email" }));
    expect(field()).toHaveValue("maya@example.com");
    expect(screen.getByText("Leave it empty to remove it.")).toBeVisible();
    await type("");
    expect(await screen.findByText("No email yet")).toBeVisible();
    expect(sent).toEqual([""]);
  });

  it.each([
    ["Cancel", () => userEvent.click(screen.getByRole("button", { name: "Cancel" }))],
    ["Escape", () => userEvent.keyboard("{Escape}")],
    ["Save as it was", () => userEvent.click(screen.getByRole("button", { name: "Save" }))],
  ])("%s changes nothing and keeps the focus", async (_, leave) => {
    const sent = serve();
    renderProfile();
    await userEvent.click(screen.getByRole("button", { name: "Change email" }));
    await leave();
    expect(screen.getByRole("button", { name: "Change email" })).toHaveFocus();
    expect(about().getByText("maya@example.com")).toBeVisible();
    expect(sent).toEqual([]);
  });

  it.each([
    ["refuses", 400, "Please enter a valid email address", "Please enter a valid email address"],
    ["has had enough", 429, "Too many tries. Please wait.", "Too many tries. Please wait."],
    ["fails without a word", 500, "", "The email could not be saved. Please try again."],
  ])("when the server %s, the field says why and what was typed stays", async (_, status, message, said) => {
    vi.spyOn(console, "error").mockReturnValue();
    serve(() => HttpResponse.json({ message }, { status }));
    renderProfile();
    await userEvent.click(screen.getByRole("button", { name: "Change email" }));
    await type("maya");
    expect(await screen.findByText(said)).toBeVisible();
    expect(field()).toHaveValue("maya");
    expect(field()).toBeInvalid();
  });

  it("two presses at once save once", async () => {
    const sent = serve();
    renderProfile();
    await userEvent.click(screen.getByRole("button", { name: "Change email" }));
    await userEvent.type(field(), "x");
    await userEvent.dblClick(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(screen.queryByRole("button", { name: "Save" })).not.toBeInTheDocument());
    expect(sent).toHaveLength(1);
  });

  it("shows very long and right-to-left addresses unchanged", () => {
    const email = `<img src=x>‮${"a".repeat(5000)}@example.com`;
    renderProfile(aUser({ email }));
    expect(about().getByText(email)).toHaveAttribute("dir", "auto");
    expect(document.querySelector("img")).toBeNull();
  });
});
