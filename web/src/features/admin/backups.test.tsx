import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it, test, vi } from "vitest";
import { aBackup, FOLDER, renderAdmin, serveHousehold } from "@/test/household";
import { stubLayout } from "@/test/layout";
import { server } from "@/test/server";
import type { Backup, Backups } from "./model";

beforeEach(() => {
  stubLayout();
});

const section = () => within(screen.getByRole("region", { name: "Backups" }));
const button = () => section().findByRole("button", { name: "Back up now" });

/** Renders the page over these backups. */
function render(part: Partial<Backups> = {}) {
  const household = serveHousehold();
  Object.assign(household.house.backups, part);
  renderAdmin();
  return household;
}

test("the last backup, the schedule and all that are kept are shown", async () => {
  const upgrade = aBackup({ name: "before.tar.zst", kind: "before-migration", size: 9e9, at: "2025-01-03T10:00:00Z" });
  const old = aBackup({ name: "old.tar.zst.age", kind: "on-request", encrypted: true, at: "2025-01-02T10:00:00Z" });
  render({ backups: [upgrade, old] });
  const facts = await section().findAllByRole("definition");
  expect(facts.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Jan 2, 2025, .*M84 MB, 812 files$/),
    "Every day",
    "2The newest 14 of each kind are kept",
  ]);
  expect(section().getByText(FOLDER)).toBeVisible();
  const rows = section().getAllByRole("row").slice(1);
  expect(rows[0]).toHaveTextContent(/^Jan 3, 2025.*Before an upgrade, database only.*before.tar.zst–9.0 GB$/);
  expect(rows[1]).toHaveTextContent(/^Jan 2, 2025.*EncryptedOn requestold.tar.zst.age81284 MB$/);
  expect(section().queryByText(/fail/)).not.toBeInTheDocument();
});

test("the next scheduled backup is shown", async () => {
  render();
  expect(await section().findByText(/^Next /)).toBeVisible();
});

test("without a schedule the page says how to turn it on", async () => {
  render({ backups: [], every: 0, keep: 0 });
  expect(await section().findByText("ENGRAM_BACKUP_EVERY=24h")).toBeVisible();
  for (const words of ["None yet", "Off", "No backups yet."]) expect(section().getByText(words)).toBeVisible();
  expect(section().queryByRole("table")).not.toBeInTheDocument();
  expect(await button()).toBeEnabled();
});

it.each<[string, Partial<Backup>[], RegExp]>([
  ["nothing was made since", [{}], /^The last one failed, Jan 2, 2025, .*: The disk is full$/],
  ["only the database was copied since", [{}, { kind: "before-migration", failure: "" }], /^The last one failed/],
  ["one was made since", [{}, { failure: "" }], /^Last failure, Jan 2, 2025/],
])("a failure is shown when %s", async (_, parts, words) => {
  const failed = { name: "", failure: "The disk is full", at: "2025-01-02T10:00:00Z" };
  render({ backups: parts.map((part) => aBackup({ ...failed, ...part })).reverse() });
  const line = await screen.findByText((_, element) => element?.tagName === "P" && words.test(element.textContent));
  expect(line).toBeVisible();
});

test("on Postgres the page says that the database is not in the backups", async () => {
  render({ database: false });
  expect(await section().findByText(/^The database is in Postgres and not in these backups/)).toBeVisible();
});

test.each([
  ["", "Backup made"],
  ["The disk is full", "The backup failed: The disk is full"],
])("a backup is made on request, and its result is shown: %j", async (failure, said) => {
  const { house, calls } = render();
  await userEvent.click(await button());
  expect(await section().findByText(/^A backup is being made/)).toBeVisible();
  expect(await button()).toHaveAttribute("aria-busy", "true");
  await userEvent.click(await button());
  expect(calls).toEqual(["POST backups"]);
  const made = aBackup({ name: failure ? "" : "made.tar.zst", kind: "on-request", failure });
  house.backups = { ...house.backups, making: false, backups: [made, ...house.backups.backups] };
  expect(await screen.findByText(said)).toBeVisible();
  expect(section().queryByText(/^A backup is being made/)).not.toBeInTheDocument();
  expect(await button()).toHaveFocus();
  if (!failure) expect(section().getByText("made.tar.zst")).toBeVisible();
});

test("no result is shown when the server stopped meanwhile", async () => {
  const { house } = render();
  await userEvent.click(await button());
  await section().findByText(/^A backup is being made/);
  house.backups = { ...house.backups, making: false };
  await waitFor(async () => expect(await button()).not.toHaveAttribute("aria-busy"));
  expect(screen.queryByText("Backup made")).not.toBeInTheDocument();
});

test("a failed request is reported", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  render();
  server.use(http.post("/api/v1/admin/backups", () => HttpResponse.error()));
  await userEvent.click(await button());
  expect(await screen.findByText("That could not be done. Please try again.")).toBeVisible();
  expect(await button()).not.toHaveAttribute("aria-busy");
});

test("only the latest of many backups are shown at first", async () => {
  const backups = Array.from({ length: 30 }, (_, i) => aBackup({ name: `${i}.tar.zst` }));
  render({ backups });
  await userEvent.click(await section().findByRole("button", { name: "Show more" }));
  expect(section().getAllByRole("row")).toHaveLength(31);
  expect(section().queryByRole("button", { name: "Show more" })).not.toBeInTheDocument();
});
