import { refusal } from "./errors";
import { upload } from "./upload";

export type Sent = { url: string; name: string };

/** Sends one file to be kept. */
export async function sendFile(file: File, onProgress: (part: number) => void, signal: AbortSignal): Promise<Sent> {
  const answer = await upload("/api/upload/pdfUploader", file, onProgress, signal);
  if (!isSent(answer)) throw refusal(200, answer);
  return answer;
}

function isSent(answer: unknown): answer is Sent {
  const { url, name } = (answer ?? {}) as Partial<Sent>;
  return typeof url === "string" && url !== "" && typeof name === "string";
}
