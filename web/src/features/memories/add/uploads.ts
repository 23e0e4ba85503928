/** The files of the Document form and how far each has come. Pure. */

/** How many files are sent at the same time. */
const AT_ONCE = 6;

export type Upload = {
  id: string;
  file: File;
  state: "waiting" | "sending" | "sent" | "failed";
  /** 0 to 1. */
  progress: number;
  /** Set once failed: what went wrong, and whether the same file may fare better another time. */
  failure?: Failure;
  /** Set once sent: the address and the name under which the server keeps it. */
  url?: string;
  name?: string;
};

type Failure = { message: string; again: boolean };

export type UploadEvent =
  | { type: "chosen"; files: { id: string; file: File }[] }
  | { type: "started"; id: string }
  | { type: "progressed"; id: string; progress: number }
  | { type: "sent"; id: string; url: string; name: string }
  | { type: "failed"; id: string; failure: Failure }
  | { type: "again"; id: string }
  | { type: "removed"; ids: readonly string[] };

export function reduceUploads(uploads: readonly Upload[], event: UploadEvent): readonly Upload[] {
  const change = (id: string, part: Partial<Upload>) =>
    uploads.map((upload) => (upload.id === id ? { ...upload, ...part } : upload));
  switch (event.type) {
    case "chosen":
      return [...uploads, ...event.files.map(({ id, file }): Upload => ({ id, file, state: "waiting", progress: 0 }))];
    case "started":
      return change(event.id, { state: "sending" });
    case "progressed":
      return change(event.id, { progress: event.progress });
    case "sent":
      return change(event.id, { state: "sent", progress: 1, url: event.url, name: event.name });
    case "failed":
      return change(event.id, { state: "failed", progress: 0, failure: event.failure });
    case "again":
      return change(event.id, { state: "waiting" });
    case "removed":
      return uploads.filter((upload) => !event.ids.includes(upload.id));
  }
}

/** The files whose turn it is, so that never more than AT_ONCE are under way. */
export function startable(uploads: readonly Upload[]): readonly Upload[] {
  const sending = uploads.filter((upload) => upload.state === "sending").length;
  return uploads.filter((upload) => upload.state === "waiting").slice(0, Math.max(0, AT_ONCE - sending));
}

/** True while a file is still on its way. */
export function underWay(uploads: readonly Upload[]): boolean {
  return uploads.some(({ state }) => state === "waiting" || state === "sending");
}

/** What went wrong with the last file of the list that did not arrive. */
export function failureOf(uploads: readonly Upload[]): string | undefined {
  return uploads.findLast(({ state }) => state === "failed")?.failure?.message;
}
