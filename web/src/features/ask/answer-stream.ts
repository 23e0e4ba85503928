/** Reads an answer that comes piece by piece, as server-sent events. Knows no network and no React. */

import { refusal } from "@/api/errors";
import { EventReader, type ServerEvent } from "@/lib/event-reader";
import type { Found } from "./model";
import { applyChange } from "./tree";

/** An answer before its first event. */
export const NOTHING: Found = {
  content: [],
  answer: "",
  kind: "answered",
  blocks: [],
  citations: [],
  answered: true,
};

/**
 * Reads the stream to its end and returns the whole answer, which its last event repeats. `onPart` gets each partial answer.
 * Rejects when the stream ends early, with an ApiError if it says why.
 */
export async function readAnswer(body: ReadableStream<Uint8Array>, onPart: (soFar: Found) => void): Promise<Found> {
  const stream = body.getReader();
  const events = new EventReader();
  let found = NOTHING;
  let reported = found;
  const report = () => {
    if (found !== reported) onPart(found);
    reported = found;
  };
  try {
    for (;;) {
      const { value, done } = await stream.read();
      if (done) throw new TypeError("the answer was cut off");
      for (const event of events.read(value)) {
        found = withEvent(found, event);
        if (event.name === "done") return found;
      }
      report();
    }
  } catch (error) {
    // Events that arrived in the same chunk as the error are still shown.
    report();
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
      return { ...found, blocks: applyChange(found.blocks, JSON.parse(data)) };
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
