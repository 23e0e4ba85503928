import { vi } from "vitest";

/** What the server says at once. */
export const BEGINNING = "retry: 2000\n: still here\n\n";

/**
 * One answer to GET /api/v1/events that goes on until somebody ends it. Without a beginning it is one that somebody on
 * the way holds back.
 */
export class EventStream {
  readonly headers: Headers;
  readonly response: Response;
  /** Whether the reader has gone. */
  closed = false;
  #controller!: ReadableStreamDefaultController<Uint8Array>;

  constructor(request: Request, beginning = BEGINNING) {
    this.headers = request.headers;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#controller = controller;
      },
      cancel: () => {
        this.closed = true;
      },
    });
    // A network would end the body of a call that is given up; a body made by hand must be told.
    request.signal.addEventListener("abort", () => {
      this.closed = true;
      this.#controller.error(request.signal.reason);
    });
    if (beginning) this.say(beginning);
    this.response = new Response(body, { headers: { "content-type": "text/event-stream" } });
  }

  say(text: string): void {
    this.#controller.enqueue(new TextEncoder().encode(text));
  }

  tell(name: string, body: unknown, id?: number): void {
    this.say(`${id ? `id: ${id}\n` : ""}event: ${name}\ndata: ${JSON.stringify(body)}\n\n`);
  }

  end(): void {
    this.#controller.close();
  }
}

/** Stands in for what the browser says of the page's visibility. */
export function setVisibility(state: DocumentVisibilityState): void {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(state);
  document.dispatchEvent(new Event("visibilitychange"));
}
