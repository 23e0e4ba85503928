import { refusal } from "@/api/errors";

/** Sends an archive to be restored. fetch tells nothing of how far it has come, so this is an XMLHttpRequest. */
export function sendBackup(file: File, identity: string, onProgress: (part: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.upload.addEventListener("progress", (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    });
    request.addEventListener("load", () => {
      if (request.status === 200) resolve();
      else reject(refusal(request.status, parsed(request.responseText)));
    });
    request.addEventListener("error", () => reject(new TypeError("the backup got no answer")));
    request.open("POST", "/api/v1/first-run/restore");
    request.setRequestHeader("Content-Type", "application/octet-stream");
    if (identity) request.setRequestHeader("Backup-Identity", identity);
    request.send(file);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Between two questions whether the server is back, in milliseconds. */
const ASK_EVERY = 500;

/** Resolves once the server answers again, with what was restored. */
export async function untilReady(): Promise<void> {
  for (;;) {
    const ready = await fetch("/readyz", { cache: "no-store" }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return;
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY));
  }
}

const SEALED = "age-encryption.org/";

/** Whether age encrypted it, so that a key is needed before it is sent. */
export async function isSealed(file: File): Promise<boolean> {
  return (await file.slice(0, SEALED.length).text()) === SEALED;
}

/** The line of a key file that is the key, without the comments around it. */
export function keyIn(text: string): string {
  return /AGE-SECRET-KEY-\S+/.exec(text)?.[0] ?? text.replace(/\s+/g, " ").trim();
}
