import { render } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { MemoryRouter } from "react-router";
import { SWRConfig } from "swr";
import type { components } from "@/api/schema";
import { Admin } from "@/features/admin";
import { Toasts } from "@/ui/toasts";
import { server } from "./server";

type Schemas = components["schemas"];
type Person = Schemas["AccountsAnswer"]["people"][number];
type Invitation = Schemas["InvitationsAnswer"]["invitations"][number];
type Overview = Schemas["OverviewAnswer"];
type Backups = Schemas["BackupsAnswer"];
type Backup = Backups["backups"][number];

const DAY = 24 * 3_600_000;

const ago = (days: number) => new Date(Date.now() - days * DAY).toISOString();

/** Somebody who has an account. */
export function aPerson(part: Partial<Person> = {}): Person {
  const counts = { memories: 48, bytes: 1_200_000 };
  const state = { role: "member", disabled: false, you: false } as const;
  return {
    id: "ben",
    username: "Ben",
    email: "",
    createdAt: ago(30),
    lastSeenAt: ago(1),
    ...state,
    ...counts,
    ...part,
  };
}

/** An invitation that is open for some days. */
export function anInvitation(part: Partial<Invitation> = {}): Invitation {
  return { id: "i", invitedBy: "Maya", createdAt: ago(1), expiresAt: ago(-6), usedAt: null, usedBy: "", ...part };
}

/** A backup that was made by the schedule some hours ago. */
export function aBackup(part: Partial<Backup> = {}): Backup {
  const at = ago(0.25);
  const content = { size: 84_000_000, files: 812, encrypted: false, failure: "", tookSeconds: 4 };
  return { name: `engram-${at}.tar.zst`, kind: "scheduled", at, ...content, ...part };
}

export const FOLDER = "/var/lib/engram/backups";

const backups = (): Backups => ({
  backups: [aBackup()],
  every: 86_400,
  keep: 14,
  folder: FOLDER,
  database: true,
  making: false,
});

export const JOB: Overview["jobs"]["failed"][number] = {
  id: 7,
  kind: "remove_blobs",
  error: "the disk is full",
  attempts: 3,
  failedAt: ago(0),
  nextAt: null,
};

const overview = (): Overview => ({
  version: "v0.9.0",
  storage: { database: 52_400_000, free: 88_000_000_000 },
  reading: { model: "all-MiniLM-L6-v2", read: 2140, passages: 9800 },
  jobs: { waiting: 0, failed: [], captures: [] },
});

const FILES: Schemas["AccountsAnswer"]["files"] = { count: 812, bytes: 1_310_000_000 };

const OWNER = aPerson({ id: "maya", username: "Maya", role: "owner", you: true });

/** Has the server know a household, which its calls change, and notes the calls that change it. */
export function serveHousehold(part: { people?: Person[]; invitations?: Invitation[] } = {}) {
  const house = {
    overview: overview(),
    people: [OWNER, aPerson()],
    invitations: [] as Invitation[],
    backups: backups(),
    ...part,
  };
  const calls: string[] = [];
  const done = () => HttpResponse.json({ message: "done" });
  const change = (id: unknown, to: Partial<Person>) => {
    house.people = house.people.map((person) => (person.id === id ? { ...person, ...to } : person));
    return done();
  };
  const on = (
    method: "post" | "put" | "delete",
    path: string,
    answer: (id: unknown, body: Partial<Person>) => Response,
  ) =>
    http[method](`/api/v1/admin/${path}`, async ({ request, params }) => {
      const text = await request.text();
      calls.push(`${request.method} ${new URL(request.url).pathname.slice("/api/v1/admin/".length)} ${text}`.trim());
      return answer(params.id, text ? JSON.parse(text) : {});
    });
  server.use(
    http.get("/api/v1/admin/overview", () => HttpResponse.json(house.overview)),
    http.get("/api/v1/admin/people", () => HttpResponse.json({ people: house.people, more: false, files: FILES })),
    http.get("/api/v1/admin/invitations", () => HttpResponse.json({ invitations: house.invitations })),
    on("put", "people/:id/role", change),
    on("put", "people/:id/disabled", change),
    on("post", "people/:id/password", () => HttpResponse.json({ password: "Fresh1!word" })),
    http.get("/api/v1/admin/backups", () => HttpResponse.json(house.backups)),
    on("post", "backups", () => {
      house.backups = { ...house.backups, making: true };
      return done();
    }),
    on("post", "invitations", () => {
      const invitation = anInvitation();
      house.invitations = [invitation, ...house.invitations];
      return HttpResponse.json({ link: "https://engram.example/auth/signup#invitation=once", invitation });
    }),
    on("delete", "invitations/:id", (id) => {
      house.invitations = house.invitations.filter((invitation) => invitation.id !== id);
      return done();
    }),
    on("post", "jobs/:id/retry", (id) => {
      const { jobs } = house.overview;
      const failed = jobs.failed.filter((job) => String(job.id) !== id);
      house.overview = { ...house.overview, jobs: { ...jobs, waiting: 1, failed } };
      return done();
    }),
  );
  return { house, calls };
}

export function renderAdmin() {
  return render(
    <SWRConfig value={{ dedupingInterval: 0, provider: () => new Map(), shouldRetryOnError: false }}>
      <MemoryRouter initialEntries={["/admin"]}>
        <Admin homePath="/home" />
        <Toasts theme="dark" />
      </MemoryRouter>
    </SWRConfig>,
  );
}
