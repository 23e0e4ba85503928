import { refusal } from "@/api/errors";

/** Engram takes a backup of any size; a proxy before it may not, and says so in a page of its own. */
const TOO_LARGE: Record<number, { message: string }> = {
  413: { message: "The proxy in front of this Engram takes no file of this size. Raise its limit, then try again." },
};

/** Sends an archive to be restored. fetch tells nothing of how far it has come, so this is an XMLHttpRequest. */
export function sendBackup(file: File, identity: string, onProgress: (part: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.upload.addEventListener("progress", (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    });
    request.addEventListener("load", () => {
      if (request.status === 200) resolve();
      else reject(refusal(request.status, parsed(request.responseText) ?? TOO_LARGE[request.status]));
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

const SEALED = "age-encryption.org/";

/** Whether age encrypted it, so that a key is needed before it is sent. */
export async function isSealed(file: File): Promise<boolean> {
  return (await file.slice(0, SEALED.length).text()) === SEALED;
}

/** The line of a key file that is the key, without the comments around it. */
export function keyIn(text: string): string {
  return /AGE-SECRET-KEY-\S+/.exec(text)?.[0] ?? text.replace(/\s+/g, " ").trim();
}
