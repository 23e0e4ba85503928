import { stripVTControlCharacters } from "node:util";
import type { Reporter, TestCase, TestResult } from "@playwright/test/reporter";

/** Repeats at the very end why tests failed, also those that passed when tried again: of a long log, the end is kept. */
export default class Failures implements Reporter {
  readonly #lines: string[] = [];

  onTestEnd(test: TestCase, { status, retry, errors }: TestResult) {
    if (status === test.expectedStatus || status === "skipped") return;
    const why = errors.map(({ message = "" }) => stripVTControlCharacters(message)).join("\n");
    this.#lines.push(`\n${test.titlePath().filter(Boolean).join(" › ")}, try ${retry + 1}:\n${why.slice(0, 1000)}`);
  }

  onEnd() {
    if (this.#lines.length)
      console.log(`\nWhat failed, a fault to mend even where another try passed:${this.#lines.join("\n")}`);
  }
}
