import { refusal } from "./errors";
import { noteAnswer, noteFailure } from "./outage";
import { expireToken, getToken } from "./session";

export type Sent = { url: string; name: string };

/** Sends one file. fetch tells nothing of how far an upload has come, so this is an XMLHttpRequest. */
export function sendFile(file: File, onProgress: (part: number) => void, signal: AbortSignal): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const body = new FormData();
    body.append("file", file);
    const token = getToken();

    request.upload.addEventListener("progress", (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    });
    request.addEventListener("load", () => {
      noteAnswer(request.status);
      const answer = parsed(request.responseText);
      if (request.status === 200 && isSent(answer)) return resolve(answer);
      if (request.status === 401 && token) expireToken(token);
      reject(refusal(request.status, answer));
    });
    request.addEventListener("error", () => {
      const unanswered = new TypeError("the upload got no answer");
      noteFailure(unanswered, signal);
      reject(unanswered);
    });
    request.addEventListener("abort", () => reject(signal.reason));
    signal.addEventListener("abort", () => request.abort(), { once: true });

    request.open("POST", "/api/upload/pdfUploader");
    if (token) request.setRequestHeader("authorization", token);
    request.send(body);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isSent(answer: unknown): answer is Sent {
  const { url, name } = (answer ?? {}) as Partial<Sent>;
  return typeof url === "string" && url !== "" && typeof name === "string";
}
