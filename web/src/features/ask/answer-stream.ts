/** Reads an answer that comes piece by piece, as server-sent events. Knows no network and no React. */

import { refusal } from "@/api/errors";
import { EventReader, type ServerEvent } from "@/lib/event-reader";
import type { Found } from "./model";
import { changed } from "./tree";

/** An answer of which nothing has come yet. */
export const NOTHING: Found = {
  content: [],
  answer: "",
  kind: "answered",
  blocks: [],
  citations: [],
  answered: true,
};

/**
 * Reads to the end and gives the whole answer, which the stream itself says once more. `onPart` is told what has come so
 * far, while it is not the whole. Rejects when the stream ends early, and with an ApiError when it says why.
 */
export async function readAnswer(body: ReadableStream<Uint8Array>, onPart: (soFar: Found) => void): Promise<Found> {
  const stream = body.getReader();
  const events = new EventReader();
  let found = NOTHING;
  let told = found;
  const tell = () => {
    if (found !== told) onPart(found);
    told = found;
  };
  try {
    for (;;) {
      const { value, done } = await stream.read();
      if (done) throw new TypeError("the answer was cut off");
      for (const event of events.read(value)) {
        found = withEvent(found, event);
        if (event.name === "done") return found;
      }
      tell();
    }
  } catch (error) {
    // What came together with the word of its end stays.
    tell();
    throw error;
  } finally {
    stream.cancel().catch(() => {});
  }
}

function withEvent(found: Found, { name, data }: ServerEvent): Found {
  switch (name) {
    case "delta":
      return { ...found, answer: found.answer + JSON.parse(data).text };
    case "blocks":
      return { ...found, blocks: changed(found.blocks, JSON.parse(data)) };
    case "reset":
      return { ...found, answer: "", blocks: [] };
    case "related":
    case "citations":
    case "done":
      return { ...found, ...JSON.parse(data) };
    case "error": {
      const { status, ...body } = JSON.parse(data);
      throw refusal(status, body);
    }
    default:
      return found;
  }
}
