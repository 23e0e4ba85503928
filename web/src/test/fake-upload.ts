/** Stands in for XMLHttpRequest in tests of uploads: says what was sent, and answers when told. */

import { vi } from "vitest";

export class FakeUpload extends EventTarget {
  static all: FakeUpload[] = [];

  static install(): void {
    FakeUpload.all = [];
    vi.stubGlobal("XMLHttpRequest", FakeUpload);
  }

  readonly upload = new EventTarget();
  readonly headers: Record<string, string> = {};
  url = "";
  body: FormData | undefined;
  status = 0;
  responseText = "";

  open(_method: string, url: string): void {
    this.url = url;
  }

  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value;
  }

  send(body: FormData): void {
    this.body = body;
    FakeUpload.all.push(this);
  }

  abort(): void {
    this.dispatchEvent(new Event("abort"));
  }

  progress(part: number): void {
    this.upload.dispatchEvent(
      new ProgressEvent("progress", { lengthComputable: true, loaded: part * 100, total: 100 }),
    );
  }

  answer(status: number, body: unknown): void {
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.dispatchEvent(new Event("load"));
  }
}
