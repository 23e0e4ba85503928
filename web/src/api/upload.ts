import { refusal } from "./errors";
import { noteAnswer, noteFailure } from "./outage";
import { expireToken, getToken } from "./session";

/**
 * Sends one file as a form. Resolves to the answer's body. fetch tells nothing of how far an upload has come, so this is an
 * XMLHttpRequest.
 */
export function upload(
  address: string,
  file: File,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<unknown> {
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
      if (request.status >= 200 && request.status < 300) return resolve(answer);
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

    request.open("POST", address);
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
