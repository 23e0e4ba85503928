import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { tellDeleted } from "@/api/deleted";
import { serveAccount } from "@/test/account";
import { stubLayout } from "@/test/layout";
import { renderKept } from "@/test/render-profile";
import { server } from "@/test/server";
import type { Trashed } from "./api";
import { goneText } from "./model";

const HOUR = 3_600_000;

beforeEach(stubLayout);

function aTrashed(id: string, part: Partial<Trashed> = {}): Trashed {
  const at = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();
  return { _id: id, type: "note", title: `Note ${id}`, deletedAt: at(-2), goneAt: at(718), ...part };
}

/** Serves a trash that its calls change. */
function serveTrash(...memories: Trashed[]) {
  serveAccount();
  const trash = { memories, full: false };
  const leave = (id: unknown) => {
    trash.memories = trash.memories.filter(({ _id }) => _id !== id);
    return HttpResponse.json({ message: "Done" });
  };
  server.use(
    http.get("/api/v1/trash", () => HttpResponse.json({ memories: trash.memories, total: trash.memories.length })),
    http.post("/api/v1/trash/:id/restore", ({ params }) =>
      trash.full ? HttpResponse.json({ message: "Your plan is full" }, { status: 429 }) : leave(params.id),
    ),
    http.delete("/api/v1/trash/:id", ({ params }) => leave(params.id)),
    http.delete("/api/v1/trash", () => {
      trash.memories = [];
      return HttpResponse.json({ message: "Done" });
    }),
  );
  return trash;
}

const rows = async () => within(await screen.findByRole("list", { name: "Trash" })).getAllByRole("listitem");

it("what was deleted is listed with its age and when it goes", async () => {
  serveTrash(aTrashed("a"), aTrashed("b", { type: "link", title: "", link: "https://www.example.com/a/" }));
  renderKept();
  expect((await rows()).map((row) => row.textContent)).toEqual([
    "Note aDeleted 2 hours ago · gone in 30 daysRestore",
    "example.com/aDeleted 2 hours ago · gone in 30 daysRestore",
  ]);
});

it("a memory is restored, and the focus stays near", async () => {
  const trash = serveTrash(aTrashed("a"), aTrashed("b"));
  renderKept();
  await userEvent.click(await screen.findByRole("button", { name: "Restore Note a" }));
  expect(await screen.findByText("Restored “Note a”")).toBeInTheDocument();
  expect(await rows()).toHaveLength(1);
  expect(trash.memories.map(({ _id }) => _id)).toEqual(["b"]);
  expect(screen.getByRole("heading", { name: "Trash" })).toHaveFocus();
});

it("a memory that left the trash meanwhile is not called restored", async () => {
  serveTrash(aTrashed("late"), aTrashed("b"));
  renderKept();
  await rows();
  server.use(http.post("/api/v1/trash/:id/restore", () => HttpResponse.json({ message: "Gone" }, { status: 404 })));
  await userEvent.click(screen.getByRole("button", { name: "Restore Note late" }));
  expect(await screen.findByText("This memory is not in the trash any more.")).toBeInTheDocument();
  expect(screen.queryByText("Restored “Note late”")).not.toBeInTheDocument();
  expect(await rows()).toHaveLength(1);
  expect(screen.getByRole("heading", { name: "Trash" })).toHaveFocus();
});

it("a plan without room says so, and the memory stays", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  serveTrash(aTrashed("a")).full = true;
  renderKept();
  await userEvent.click(await screen.findByRole("button", { name: "Restore Note a" }));
  expect(await screen.findByText("Your plan is full")).toBeInTheDocument();
  expect(await rows()).toHaveLength(1);
});

it("removing and emptying ask first", async () => {
  const trash = serveTrash(aTrashed("a"), aTrashed("b"), aTrashed("c"));
  renderKept();
  await userEvent.click(await screen.findByRole("button", { name: "Remove Note a for good" }));
  expect(trash.memories).toHaveLength(3);
  await userEvent.click(await screen.findByRole("button", { name: "Remove for good" }));
  expect(await screen.findByText("Removed for good")).toBeInTheDocument();
  expect(await rows()).toHaveLength(2);
  await userEvent.click(screen.getByRole("button", { name: "Empty the trash" }));
  const question = await screen.findByRole("dialog", { name: "Empty the trash?" });
  expect(question).toHaveTextContent("All 2 memories in it go for good.");
  await userEvent.click(within(question).getByRole("button", { name: "Empty the trash" }));
  expect(await screen.findByText("The trash is empty.")).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Empty the trash" })).not.toBeInTheDocument();
});

it("a memory that is deleted meanwhile appears", async () => {
  const trash = serveTrash();
  renderKept();
  await screen.findByText("The trash is empty.");
  trash.memories = [aTrashed("a")];
  tellDeleted();
  expect(await rows()).toHaveLength(1);
});

it.each([
  [0, "gone soon"],
  [3, "gone within a day"],
  [25, "gone in 2 days"],
])("with %i hours left it is %s", (hours, text) => {
  const now = new Date();
  expect(goneText(new Date(now.getTime() + hours * HOUR), now)).toBe(text);
});
