/** Server-sent events out of the bytes of a stream, as the HTML standard reads them. Knows no network. */

export type ServerEvent = {
  /** "message" when the stream gives none. */
  name: string;
  data: string;
  /** Of this event, or the last one before it that had one; "" before any. */
  id: string;
};

/** Reads one stream. Its pieces may end anywhere: in a line, in a character, between the two halves of a line's end. */
export class EventReader {
  /** What the stream asks a reader to wait before it comes again, in milliseconds. */
  retry: number | undefined;

  readonly #decoder = new TextDecoder();
  #line = "";
  #afterReturn = false;
  #id = "";
  #name = "";
  #data: string[] = [];

  /** The events that these bytes complete. */
  read(bytes: Uint8Array): ServerEvent[] {
    const text = this.#decoder.decode(bytes, { stream: true });
    if (text === "") return [];
    const lines = this.#linesOf(text);
    return lines.flatMap((line) => (line === "" ? this.#finished() : this.#take(line)));
  }

  #linesOf(text: string): string[] {
    const rest = this.#afterReturn && text.startsWith("\n") ? text.slice(1) : text;
    this.#afterReturn = text.endsWith("\r");
    const lines = (this.#line + rest).split(/\r\n|\r|\n/);
    this.#line = lines.pop() ?? "";
    return lines;
  }

  #take(line: string): [] {
    const [, field = "", value = ""] = /^([^:]*)(?:: ?(.*))?$/su.exec(line) ?? [];
    if (field === "event") this.#name = value;
    else if (field === "data") this.#data.push(value);
    else if (field === "id" && !value.includes("\0")) this.#id = value;
    else if (field === "retry" && /^\d+$/.test(value)) this.retry = Number(value);
    return [];
  }

  #finished(): ServerEvent[] {
    const event = { name: this.#name || "message", data: this.#data.join("\n"), id: this.#id };
    const hasData = this.#data.length > 0;
    this.#name = "";
    this.#data = [];
    return hasData ? [event] : [];
  }
}
